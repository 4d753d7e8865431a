import { anyCallback } from '../../core/inbox/callback.ts'
import { venueSignature } from '../../platform/access/callbacks/venue-signature.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { success } from '../../platform/http/envelope.ts'
import { VenueFrames } from './venue-contracts.ts'
import { takeVenueEvents, venueReported } from './venue-event.ts'

const { post } = endpointsOf('Callbacks')

export const venueEvents = [anyCallback(venueReported)]

/** Specification 4.13, the venue row. */
export const venueCallbacks = [
  post('/api/webhook/venue', {
    summary: 'venue: events of the shared account, one or several',
    access: venueSignature,
    rawBody: VenueFrames,
    run: takeVenueEvents,
    reply: success('OK'),
    refusals: ['api.malformed_request', 'api.validation_failed'],
  }),
]
