import { z } from 'zod'
import { signedIn } from '../../platform/access/signed-in.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { success, successOneOf } from '../../platform/http/envelope.ts'
import { listWatched } from './list-watched.ts'
import { ToggleWatched, toggleWatched } from './toggle-watched.ts'

const { get, post } = endpointsOf('Utility')
const path = '/api/collect'

/** The watchlist endpoints of specification 4.10. */
export const watchlistEndpoints = [
  post(path, {
    summary: 'Add a trading pair to the watchlist, or remove it if it is there',
    access: signedIn,
    body: ToggleWatched,
    run: toggleWatched,
    reply: successOneOf(['collect ok!', 'cancel ok!'], []),
    refusals: ['api.watched_pair_not_found'],
  }),
  get(path, {
    summary: "The trading pairs on the caller's watchlist",
    access: signedIn,
    run: listWatched,
    reply: success(
      'api.collection_retrieved',
      z.array(z.object({ txPair: z.string() }).meta({ id: 'WatchedPair' })),
    ),
  }),
]
