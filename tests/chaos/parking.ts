import { digestOf } from '../../src/core/inbox/inbox.sql.ts'
import type { SignedInOperator } from '../make/operator.ts'
import { sandboxSecrets } from '../sandbox-providers.ts'
import { payAccount } from '../storms/rupiah.ts'
import { consoleAt, count, untilAnswered } from './answers.ts'
import type { Actor, Game } from './cast.ts'

const settledMs = 120_000
const lookEveryMs = 200

type Way = 'close' | 'replay' | 'book'

/**
 * payx reports something that cannot be read, so the event is parked. Two operators close it, with
 * a vain replay before, or book it as the payment that payx has in its own records.
 */
export async function park(game: Game, actor: Actor, id: number, way: Way): Promise<void> {
  const paymentId = `chaos-by-hand-${id}`
  if (way === 'book') {
    const rupiah = 20_000 + id
    await payAccount(game, actor.desk, rupiah, paymentId)
    actor.facts.paid.push({ way: 'va', user: actor.by.id, rupiah, paymentId })
  }
  const event = await reportUnreadable(game, id)
  game.parked.add(event)
  if (way === 'replay') await replayInVain(game, id, event)
  for (const operator of game.operators) {
    await untilAnswered(
      game,
      { name: way === 'book' ? 'book' : 'close', first: id, patience: null },
      (node) => handle(node, operator, event, way === 'book' ? paymentId : null),
    )
  }
  const ended = await read(game, id, event)
  const must = way === 'book' ? `booked by hand: VA ${paymentId}` : 'closed by hand'
  if (ended?.outcome !== must) {
    game.surprises.push(`event ${event} has the outcome ${ended?.outcome}, not ${must}`)
  }
  count(game, `park: ${way}`)
}

type At = Parameters<typeof consoleAt>[0]

function handle(node: At, operator: SignedInOperator, id: number, ref: string | null) {
  const params = { path: { id } }
  const client = consoleAt(node, operator)
  return ref === null
    ? client.post('/operator/api/inbox/{id}/close', { params, body: { reason: 'known' } })
    : client.post('/operator/api/inbox/{id}/book', {
        params,
        body: { method: 'VA', ref, reason: 'known' },
      })
}

/** Sends a body that is no JSON until a node stored it; returns the number of the event. */
async function reportUnreadable(game: Game, id: number): Promise<number> {
  const { stage, nodes, operators } = game
  const body = `{"id":"chaos-${id}","amount":`
  const key = `unreadable:${digestOf(Buffer.from(body))}`
  let found: number | undefined
  const isParked = async () => {
    const node = nodes[id % 2] ?? nodes[0]
    await fetch(`${node.url}/api/webhook/payx/handle-deposit-paid`, {
      method: 'POST',
      headers: { 'x-callback-token': sandboxSecrets.payxDepositToken },
      body,
    }).catch(() => null)
    const query = { state: 'parked', key } as const
    const { data } = await untilAnswered(
      game,
      { name: 'read the inbox', first: id, patience: null },
      (at) => consoleAt(at, operators[0]).get('/operator/api/inbox', { params: { query } }),
    )
    found = data?.data[0]?.id
    return found !== undefined
  }
  await stage.until('a parked event', isParked, settledMs)
  return found ?? 0
}

/** The event is as unreadable as before, so the sweep parks it again. */
async function replayInVain(game: Game, id: number, event: number): Promise<void> {
  const params = { path: { id: event } }
  const [operator] = game.operators
  const before = (await read(game, id, event))?.attempts
  await untilAnswered(game, { name: 'replay', first: id, patience: null }, (node) =>
    consoleAt(node, operator).post('/operator/api/inbox/{id}/replay', { params }),
  )
  let now: Awaited<ReturnType<typeof read>>
  const isParkedAgain = async () => {
    await game.stage.sleep(lookEveryMs)
    now = await read(game, id, event)
    return now?.state === 'parked' && now.attempts !== before
  }
  await game.stage.until('an event to be parked again', isParkedAgain, settledMs).catch((error) => {
    throw new Error(`${error}: it is ${now?.state} after ${now?.attempts} tries: ${now?.error}`)
  })
}

async function read(game: Game, first: number, id: number) {
  const [operator] = game.operators
  const { data } = await untilAnswered(
    game,
    { name: 'read an event', first, patience: null },
    (node) =>
      consoleAt(node, operator).get('/operator/api/inbox/{id}', { params: { path: { id } } }),
  )
  return data
}
