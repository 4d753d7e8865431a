import { sql } from 'kysely'
import { z } from 'zod'
import { refundSource } from '../../src/app/deposits/suspended.rules.ts'
import { withdrawalLimits } from '../../src/app/withdrawals/withdrawal-limits.ts'
import { differing, modelOf, readOrders } from '../make/order-model.ts'
import type { Game } from './cast.ts'
import { coinsOf } from './model.ts'
import { finish } from './withdrawing.ts'

const settleMs = 180_000
const lookEveryMs = 500
const leaseSeconds = withdrawalLimits.leaseMs / 1_000

/** Ends all faults, lets providers do what they still owe, and waits until nothing is under way. */
export async function settle(game: Game): Promise<void> {
  const { stage, nodes, link, providers } = game
  for (const node of nodes) node.crashAt(null)
  link.mend()
  await providers.control('DELETE', '/faults')
  await Promise.all(nodes.map((node) => node.ready()))
  await providers.control('POST', '/venue/stream', { drop: true })
  // A node that just started may refuse some.
  await stage.until('accepted callbacks', async () => (await redeliver(game)) === 0)
  await endWithdrawals(game)
  let left: readonly string[] = []
  const quiet = async () => {
    await stage.sleep(lookEveryMs)
    // A connection that was open when the database was killed fails once.
    left = await underWay(game).catch((error: unknown) => [String(error)])
    return left.length === 0
  }
  const tookMs = await stage.until('everything to settle', quiet, settleMs).catch(() => null)
  stage.signal.throwIfAborted()
  const seen = tookMs === null ? left.join('; ') : `after ${Math.round(tookMs)} ms`
  stage.check('everything settles', tookMs !== null, seen)
}

const Sent = z.array(
  z.object({ id: z.string(), path: z.string(), attempts: z.array(z.object({ status: z.int() })) }),
)

/**
 * Delivers callbacks again that were lost or never accepted, as a provider's staff can; returns
 * how many.
 */
export async function redeliver({ providers }: Pick<Game, 'providers'>): Promise<number> {
  let count = 0
  for (const provider of ['custody', 'payx', 'payd']) {
    const sent = Sent.parse(await providers.control('GET', `/callbacks?provider=${provider}`))
    const missing = sent.filter(
      ({ path, attempts }) =>
        !path.endsWith('inquiry') && !attempts.some(({ status }) => status < 300 && status > 0),
    )
    for (const { id } of missing) await providers.control('POST', `/callbacks/${id}/resend`)
    count += missing.length
  }
  return count
}

/** Providers pay every withdrawal that they have or will get. */
async function endWithdrawals(game: Game): Promise<void> {
  const { stage, actors } = game
  const open = () =>
    [...actors.values()].filter(({ facts }) => facts.wanted.some(({ fate }) => fate === 'sent'))
  await stage
    .until(
      'every withdrawal to reach its provider',
      async () => {
        await shortenPauses(game)
        for (const actor of open()) await finish(game, actor, 'paid')
        if (open().length === 0) return true
        await stage.sleep(lookEveryMs)
        return false
      },
      settleMs,
    )
    .catch(() => undefined)
  stage.signal.throwIfAborted()
  const left = open().length
  stage.check('every accepted withdrawal reaches its provider', left === 0, `${left} users wait`)
}

/**
 * Withdrawals whose provider did not answer during faults are sent now, as if their pauses had
 * passed. A shorter time may be the lease of a call.
 */
async function shortenPauses({ stage, db }: Game): Promise<void> {
  const shorten = () =>
    sql`update withdrawals set next_at = clock_timestamp()
      where next_at > clock_timestamp() + make_interval(secs => ${leaseSeconds})`.execute(db.read)
  // A connection that was open when the database was killed fails once.
  const isDone = () =>
    shorten().then(
      () => true,
      () => false,
    )
  await stage.until('shorter pauses', isDone)
}

type Count = Readonly<{ what: string; count: number }>

async function underWay(game: Game): Promise<readonly string[]> {
  const { db, providers, actors, unowned, refunds } = game
  const all = [...actors.values()].map(({ facts }) => facts)
  const coins = all.reduce((sum, facts) => sum + facts.coins.length, coinsOf(unowned).length)
  const paid = all.reduce((sum, facts) => sum + facts.paid.length, 0)
  const strays = unowned.filter(({ what }) => what === 'rupiah').length
  const returned = all
    .flatMap(({ wanted }) => wanted)
    .filter(({ fate }) => fate === 'returned').length
  const { rows } = await sql<Count>`
    select 'inbox' as what, count(*)::int as count from inbox where state = 'pending'
    union all
    select 'unpublished facts', count(*)::int from event_facts
    union all
    select 'announcements', count(*)::int from graphile_worker.jobs
      where task_identifier = 'announce'
    union all
    select 'withdrawals', count(*)::int from withdrawals
      where status in ('PROCESSING', 'SUBMITTED')
    union all
    select 'listings', count(*)::int from listing_changes
      where applied_at is null or told_at is null
    union all
    select 'orders of a closed side', count(*)::int from orders o join pairs p on p.id = o.pair_id
      where o.status = 'CREATE' and not case o.side when 'BUY' then p.buys else p.sells end
    union all
    select 'coin deposits', ${coins}::int - count(*)::int from coin_deposits
      where status = 'COMPLETED'
    union all
    select 'payments', ${paid}::int - count(*)::int from cash_deposits
      where status = 'COMPLETED'
    union all
    select 'unannounced orders', count(*)::int from orders o
      where status <> 'CREATE' and venue_order_id is not null
        and (status = 'DONE' or not own_cancel)
        and not exists (select from user_messages m where m.dedupe_key = case o.status
          when 'DONE' then 'order-filled:' else 'order-canceled:' end || o.order_no)
    union all
    select 'refunds', ${refunds.length}::int - count(*)::int from suspense_items
      where source = ${refundSource}
    union all
    select 'payments without an owner', ${strays}::int - count(*)::int from suspense_items
      where source = 'payx VA'
    union all
    select 'returned payouts', ${returned}::int - count(*)::int from withdrawals
      where reversed_at is not null
  `.execute(db.read)
  const { venue } = await providers.state()
  const orders = differing(await readOrders(db), await modelOf(db, venue)).length
  return [...rows, { what: 'orders that differ from the venue', count: orders }]
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => `${count} ${what}`)
}
