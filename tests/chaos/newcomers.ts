import { apiAt } from '../../demo/api.ts'
import { newcomer } from '../../demo/newcomer.ts'
import { serviceAt } from '../../demo/service.ts'
import { memoryStore } from '../../packages/client/src/client.ts'
import { userId } from '../../src/base/values/ids.ts'
import { someNetwork } from '../storms/api-client.ts'
import { openDesks } from '../storms/rupiah.ts'
import type { Withdrawer } from '../storms/withdrawers.ts'
import { type Actor, type Game, makeActor } from './cast.ts'

const tries = 20
const pauseMs = 1_000

/** Signs up, proves an identity and binds an app over HTTP; starts again after a failure. */
export async function signUp(game: Game): Promise<Actor> {
  const { stage, nodes, providers } = game
  const sandbox = apiAt({ url: providers.url, name: 'The sandbox', whenAway: '' })
  for (let turn = 0; ; turn += 1) {
    const { url } = nodes[turn % 2] ?? nodes[0]
    const tukar = serviceAt({ url, name: 'Tukar', whenAway: '' })
    const store = memoryStore()
    try {
      const made = await newcomer({ tukar, sandbox }, 'newcomer', {
        store,
        fetch: fromOwnNetwork(),
      })
      const token = (await store.load())?.tokens?.xToken?.token ?? ''
      const by: Withdrawer = {
        id: userId(made.id),
        email: made.email,
        token,
        secret: made.secret,
        bankAccount: 0,
        codes: { withdraw: '1234', email: '123456' },
      }
      const [desk] = await openDesks(game, [by])
      if (desk === undefined) throw new Error('a newcomer needs a virtual account')
      return await makeActor(game, desk, false)
    } catch (error) {
      stage.signal.throwIfAborted()
      if (turn >= tries) throw error
      await stage.sleep(pauseMs)
    }
  }
}

/** Rate limits count each network apart. */
function fromOwnNetwork(): typeof fetch {
  const network = someNetwork()
  return (input, init) => {
    const request = new Request(input, init)
    request.headers.set('x-forwarded-for', network)
    return fetch(request)
  }
}
