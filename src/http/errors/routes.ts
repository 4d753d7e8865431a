import { z } from 'zod'
import { anyone, endpoint } from '../endpoint.ts'
import { success } from '../envelope.ts'
import { CatalogueEntry, errorCatalogue } from './catalogue.ts'

/** Not in the specification: the catalogue of refusals. */
export const errorEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/errors',
    tag: 'Errors',
    summary: 'Every message of failure: its status, its cause, what to do, and words for people',
    access: anyone,
    run: () => [...errorCatalogue],
    reply: success('api.errors_retrieved', z.array(CatalogueEntry)),
    cacheControl: 'public, max-age=300',
  }),
]
