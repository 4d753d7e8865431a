import type { OperatorClient } from '../../packages/client/src/operator.ts'
import type { ListingState } from '../../src/core/reference/listing.rules.ts'
import { consoleAt, count, untilAnswered } from './answers.ts'
import type { Game } from './cast.ts'
import { type DrawnSetting, drawnSettings, type Verdict } from './schedule.ts'

/** The operation, which says which node is called first, and what it is about in words. */
type About = Readonly<{ id: number; name: string }>

/** A proposal as it is answered; the state is that of its end. */
export type Proposal = Readonly<{
  id: number
  kind: string
  subject: string
  value: string
  state: string
}>

/** Runs work after all earlier work about a subject; its error does not stop later work. */
export function inTurn(game: Game, subject: string, work: () => Promise<void>): Promise<void> {
  const mine = (game.turns.get(subject) ?? Promise.resolve()).then(work)
  game.turns.set(
    subject,
    mine.catch(() => undefined),
  )
  return mine
}

const tries = 20

/**
 * One operator proposes a change, and the other agrees or the first withdraws it. Returns null if
 * the proposal was refused. A request without an answer may still reach the service, and then
 * replace the proposal that was made meanwhile: so operators propose it again.
 */
export async function decideTogether(
  ...given: Parameters<typeof decideOnce>
): Promise<Proposal | null> {
  for (let turn = 1; ; turn += 1) {
    const ended = await decideOnce(...given)
    if (ended?.state !== 'superseded') return ended
    if (turn === tries) throw new Error(`proposal ${ended.id} was replaced`)
  }
}

/** A repeated decision is refused, so the end is read. */
async function decideOnce(
  game: Game,
  { id: first, name }: About,
  propose: (client: OperatorClient) => Promise<Readonly<{ id: number }> | null>,
  verdict: Verdict = 'agree',
): Promise<Proposal | null> {
  const [proposer, other] = game.operators
  const ask = <Data>(what: string, call: (node: At) => Promise<Data>) =>
    untilAnswered(game, { name: `${what} ${name}`, first, patience: null }, call)
  const { data: made } = await ask('propose', (node) => propose(consoleAt(node, proposer)))
  if (made === null) return null
  const params = { path: { id: made.id } }
  if (verdict === 'withdraw') {
    await ask('withdraw', (node) =>
      consoleAt(node, proposer).post('/operator/api/proposals/{id}/withdraw', { params }),
    )
  } else {
    await ask('agree to', (node) =>
      consoleAt(node, other).post('/operator/api/proposals/{id}/agree', { params, body: {} }),
    )
  }
  const { data: ended } = await ask('read', (node) =>
    consoleAt(node, proposer).get('/operator/api/proposals/{id}', { params }),
  )
  const must = verdict === 'agree' ? 'effective' : 'withdrawn'
  if (ended?.state !== must && ended?.state !== 'superseded') {
    game.surprises.push(`proposal ${made.id} of ${name} is ${ended?.state}, not ${must}`)
  }
  if (ended?.state === 'effective') game.agreed.push(ended)
  return ended
}

type At = Parameters<typeof consoleAt>[0]

/** Two operators change a guarded setting, or one withdraws the proposal. */
export const changeSetting = (
  game: Game,
  id: number,
  { setting, size, verdict }: Readonly<{ setting: DrawnSetting; size: number; verdict: Verdict }>,
): Promise<void> =>
  inTurn(game, setting, async () => {
    const value = drawnSettings[setting](size)
    const before = await storedSetting(game, id, setting)
    if (before === null || before.value === value) return count(game, 'propose: nothing to change')
    const isFee = setting === 'withdrawal.idr_fee'
    const { payoutFees } = game
    // It may be in force before the answer arrives.
    if (isFee && verdict === 'agree') payoutFees.all.push(value)
    const params = { path: { key: setting } }
    const body = { value, version: before.version, reason: 'known' }
    await decideTogether(
      game,
      { id, name: 'a setting' },
      async (client) =>
        (await client.put('/operator/api/settings/{key}', { params, body })).proposal,
      verdict,
    )
    if (isFee && verdict === 'agree') payoutFees.since = payoutFees.all.length - 1
  })

/** A setting as the node shows it that is called first. */
export async function storedSetting(game: Game, first: number, setting: DrawnSetting) {
  const { data } = await untilAnswered(
    game,
    { name: 'read settings', first, patience: null },
    (node) => consoleAt(node, game.operators[0]).get('/operator/api/settings'),
  )
  return data?.find(({ key }) => key === setting) ?? null
}

/** The pair and the coin whose listings operators change. */
export const listed = { pair: 'ETH_IDR', asset: 'ETH' } as const

/** Two operators change what the pair or the coin allows. */
export const changeListing = (
  game: Game,
  id: number,
  { what, state }: Readonly<{ what: keyof typeof listed; state: ListingState }>,
): Promise<void> =>
  inTurn(game, what, async () => {
    const params = { path: { kind: what, name: listed[what] } }
    const body = { state, reason: 'known' }
    await decideTogether(
      game,
      { id, name: 'a listing' },
      async (client) =>
        (await client.put('/operator/api/listings/{kind}/{name}', { params, body })).proposal,
    )
  })
