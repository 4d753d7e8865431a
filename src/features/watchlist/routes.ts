import { z } from 'zod'
import { signedIn } from '../../access/signed-in.ts'
import { endpoint } from '../../http/endpoint.ts'
import { success, successOneOf } from '../../http/envelope.ts'
import { listWatched } from './list-watched.ts'
import { ToggleWatched, toggleWatched } from './toggle-watched.ts'

const tag = 'Utility'
const path = '/api/collect'

/** The watchlist endpoints of specification 4.10. */
export const watchlistEndpoints = [
  endpoint({
    method: 'POST',
    path,
    tag,
    summary: 'Collect a trading pair, or let go of it where it is collected',
    access: signedIn,
    body: ToggleWatched,
    run: toggleWatched,
    reply: successOneOf(['collect ok!', 'cancel ok!'], []),
    refusals: ['api.watched_pair_not_found'],
  }),
  endpoint({
    method: 'GET',
    path,
    tag,
    summary: 'The trading pairs that the caller collected',
    access: signedIn,
    run: listWatched,
    reply: success('api.collection_retrieved', z.array(z.object({ txPair: z.string() }))),
  }),
]
