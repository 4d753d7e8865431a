import { z } from 'zod'
import { anyone } from '../endpoint/admit.ts'
import { endpointsOf } from '../endpoint/endpoint.ts'
import { success } from '../envelope.ts'
import { CatalogueEntry, errorCatalogue } from './catalogue.ts'

/** Not in the specification: the catalogue of refusals. */
export const errorEndpoints = [
  endpointsOf('Errors').get('/api/errors', {
    summary: 'Every error: its status, its cause, what to do, and a text for users',
    operationId: 'listErrors',
    access: anyone,
    run: () => [...errorCatalogue],
    reply: success('api.errors_retrieved', z.array(CatalogueEntry)),
    cacheControl: 'public, max-age=300',
  }),
]
