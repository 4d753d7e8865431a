import { sql } from 'kysely'
import { z } from 'zod'
import { refundSource } from '../../src/app/deposits/suspended.rules.ts'
import { appAt, outcomeOf } from './apps.ts'
import { type Asked, requestAll } from './asked.ts'
import { heldByBooks } from './held-by-books.ts'
import { auditNow } from './judge-withdrawals.ts'
import { type Pair, startPairWithProviders } from './pair.ts'
import { appKey, unitsIn } from './providers.ts'
import { actAtPayx, judgePayx, payRupiahIn } from './staff-at-payx.ts'
import { between, type Storm } from './stage.ts'
import { openMarket, startTrading } from './traders.ts'
import { approveAll, makeWithdrawers, type Withdrawer } from './withdrawers.ts'

/**
 * Staff move money in the providers' consoles while users pay in, trade and withdraw: they send
 * coins by hand, move them between places of the house, send gas to users' addresses, boost and
 * drop withdrawals, return payments to their payers and pay rupiah out; and custody reports one
 * output under two ids.
 */
export const consoles: Storm = {
  name: 'consoles',
  run: async (stage) => {
    const pair = await startPairWithProviders(stage)
    await openMarket(pair)
    await approveAll(pair.db)
    const traders = await makeWithdrawers(pair.db, appKey, 'trader', stage.scaled(40, 4))
    const owners = await makeWithdrawers(pair.db, appKey, 'owner', stage.scaled(60, 6))
    const places = await openAddresses(pair, owners)
    await payIn(pair, places)
    const payments = await payRupiahIn(pair, traders)
    const trading = startTrading(pair, traders)
    const asked = owners.map(wishOf)
    const requesting = requestInTurn(pair, asked)
    const [byHand, atPayx] = await Promise.all([
      actAtCustody(pair, places, stage.scaled(400, 40)),
      actAtPayx(pair, payments),
    ])
    await requesting
    await trading.stop()
    await untilEnded(pair)
    await judge(pair, places, byHand)
    await judgePayx(pair, atPayx)
  },
}

const ether = 10n ** 18n
const vault = { type: 'VAULT_ACCOUNT', id: '1' } as const
const outside = '0x52908400098527886e0f7030069857d2e4169ee7'

/** A user with an address for ether in an account of their own at custody. */
type Place = Readonly<{ user: Withdrawer; address: string; vaultId: string }>

const State = z.object({
  custody: z.object({
    addresses: z.array(z.object({ address: z.string(), vaultId: z.string() })),
    transactions: z.array(
      z.object({
        id: z.string(),
        externalTxId: z.string().nullable(),
        status: z.string(),
        txHash: z.string(),
        nonce: z.string().optional(),
        replacedTxHash: z.string().optional(),
        destinationAddress: z.string(),
      }),
    ),
    balances: z.record(z.string(), z.string()),
  }),
})

const custodyOf = async ({ providers }: Pair) =>
  State.parse(await providers.control('GET', '/state?provider=custody')).custody

async function openAddresses(pair: Pair, users: readonly Withdrawer[]): Promise<readonly Place[]> {
  const body = { symbol: 'ETH', network: 'ETH' }
  const opened = await Promise.all(
    users.map(async (user) => {
      const call = appAt(pair.nodes[0], user.token).post('/api/users/coin-address', { body })
      const { data, answer } = await outcomeOf(call)
      if (data === null) throw new Error(`an address was answered ${answer}`)
      return { user, address: data.address }
    }),
  )
  const { addresses } = await custodyOf(pair)
  return opened.map((place) => {
    const found = addresses.find(({ address }) => address.toLowerCase() === place.address)
    return { ...place, vaultId: found?.vaultId ?? '' }
  })
}

/** One ether for each user; every third deposit is reported under a second id as well. */
async function payIn({ providers, stage, db }: Pair, places: readonly Place[]): Promise<void> {
  for (const [at, { address }] of places.entries()) {
    const deposit = { address, assetId: 'ETH', amount: '1', txHash: `0x${'a'.repeat(60)}${at}` }
    await providers.control('POST', '/custody/deposits', deposit)
    if (at % 3 !== 0) continue
    const data = { ...twin, id: `twin-${at}`, destinationAddress: address, txHash: deposit.txHash }
    const body = JSON.stringify({ id: `e-${at}`, eventType: 'transaction.status.updated', data })
    await providers.control('POST', '/custody/events', { version: 2, body })
  }
  await stage.until('the deposits', async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from coin_deposits
      where status = 'COMPLETED' and user_id is not null`.execute(db.read)
    return rows[0]?.count === places.length
  })
}

const twin = {
  status: 'COMPLETED',
  operation: 'TRANSFER',
  assetId: 'ETH',
  source: { type: 'UNKNOWN', id: '' },
  destination: { type: 'VAULT_ACCOUNT', id: '0' },
  amountInfo: { amount: '1' },
  createdAt: Date.now(),
  lastUpdated: Date.now(),
  index: 0,
}

const wishOf = (by: Withdrawer, at: number): Asked => ({
  by,
  kind: 'COIN',
  coin: { symbol: 'ETH', network: 'ETH', scale: 18, address: outside },
  units: ether / 100n + BigInt(at),
  requestId: null,
  answer: '',
})

const actEveryMs = 50

/** Users ask one after the other, so that some transaction is open while staff act. */
async function requestInTurn({ stage, nodes }: Pair, asked: readonly Asked[]): Promise<void> {
  for (const one of asked) {
    await requestAll(stage, nodes, [one], { atOnce: 1 })
    await stage.sleep(6 * actEveryMs)
  }
}

/** What staff do, at random, each followed by a short pause; returns what they sent by hand. */
async function actAtCustody(pair: Pair, places: readonly Place[], count: number): Promise<ByHand> {
  const { providers, stage } = pair
  const sent = { outside: 0n, treasury: 0n, venue: 0n }
  const ends = {
    outside: { type: 'ONE_TIME_ADDRESS', oneTimeAddress: { address: `0x${'7'.repeat(40)}` } },
    treasury: { type: 'INTERNAL_WALLET', id: 'cold' },
    venue: { type: 'EXCHANGE_ACCOUNT', id: 'venue' },
  } as const
  const transfer = (destination: object, amount: string) =>
    providers.control('POST', '/custody/transfers', {
      assetId: 'ETH',
      source: vault,
      destination,
      amount,
    })
  for (let turn = 0; turn < count; turn += 1) {
    stage.signal.throwIfAborted()
    const milli = between(1, 10)
    const [kind] = [
      (['outside', 'treasury', 'venue', 'gas', 'replace', 'replace'] as const)[turn % 6],
    ]
    const place = places[between(0, places.length)]
    if (kind === 'replace') await replaceOne(pair)
    else if (kind === 'gas') await transfer({ type: 'VAULT_ACCOUNT', id: place?.vaultId }, '0.001')
    else if (kind !== undefined) {
      await transfer(ends[kind], `0.00${milli}`)
      sent[kind] += (BigInt(milli) * ether) / 1_000n
    }
    await stage.sleep(actEveryMs)
  }
  stage.print(`${count} acts in custody's console`)
  return sent
}

type ByHand = Readonly<Record<'outside' | 'treasury' | 'venue', bigint>>

/** Boosts or drops a transaction of ours, or a boost of one, that the chain has not mined. */
async function replaceOne(pair: Pair): Promise<void> {
  const { transactions } = await custodyOf(pair)
  const replaced = new Set(transactions.map(({ replacedTxHash }) => replacedTxHash))
  const open = transactions.filter(
    ({ status, txHash, nonce, destinationAddress }) =>
      ['BROADCASTING', 'CONFIRMING'].includes(status) &&
      nonce !== undefined &&
      destinationAddress === outside &&
      !replaced.has(txHash),
  )
  const one = open[between(0, open.length)]
  if (one === undefined) return
  const way = between(0, 3) === 0 ? 'drop' : 'boost'
  // It may have been mined meanwhile.
  await pair.providers
    .control('POST', `/custody/withdrawals/${one.id}/${way}`, {})
    .catch(() => undefined)
}

const endMs = 240_000

async function untilEnded({ stage, db }: Pair): Promise<void> {
  type Open = Readonly<{ request_id: string; status: string; provider_status: string }>
  const open = async () => {
    const { rows } = await sql<Open & Readonly<{ attempts: number; incident: string | null }>>`
      select request_id, status, provider_status, attempts, incident from withdrawals
      where ended_at is null`.execute(db.read)
    return rows
  }
  const isQuiet = async () => {
    const { rows } = await sql`select from inbox where state = 'pending'`.execute(db.read)
    return rows.length === 0 && (await open()).length === 0
  }
  await stage.until('every withdrawal to end', isQuiet, endMs).catch(async () => {
    for (const one of await open()) stage.print(`open: ${JSON.stringify(one)}`)
  })
}

async function judge(pair: Pair, places: readonly Place[], byHand: ByHand): Promise<void> {
  const { stage, db } = pair
  const { transactions, balances } = await custodyOf(pair)
  const paid = transactions.filter(
    ({ status, destinationAddress }) => status === 'COMPLETED' && destinationAddress === outside,
  )
  const { rows: ends } = await sql<{ status: string; count: number; sent: string }>`
    select status, count(*)::int as count, sum(sent)::text as sent from withdrawals
    where network = 'ETH' group by status`.execute(db.read)
  const successes = ends.find(({ status }) => status === 'SUCCESS')?.count ?? 0
  const all = ends.reduce((sum, { count }) => sum + count, 0)
  const seen = `${successes} of ${all}; ${paid.length} paid`
  stage.check(
    'a withdrawal succeeded if one transfer paid it, and only then',
    successes === paid.length,
    seen,
  )
  const boosted = paid.filter(({ replacedTxHash }) => replacedTxHash !== undefined).length
  stage.check('some were paid by a replacement', boosted > 0, String(boosted))
  const wrong = await sql`
    select b.user_id, b.available, b.locked from balances b
    left join lateral (
      select coalesce(sum(held), 0) as gone from withdrawals w
      where w.user_id = b.user_id and w.asset_id = b.asset_id and w.status = 'SUCCESS'
    ) s on true
    where b.asset_id = 4 and b.user_id = any(${places.map(({ user }) => user.id)})
      and (b.locked <> 0 or b.available <> ${ether}::numeric - s.gone)`.execute(db.read)
  stage.check(
    'each owner has what was paid in once, less what was paid out',
    wrong.rows.length === 0,
    wrong.rows.length === 0 ? undefined : JSON.stringify(wrong.rows.slice(0, 5)),
  )
  const [custody, treasury] = [
    await heldByBooks(db, 'custody', 4),
    await heldByBooks(db, 'treasury', 4),
  ]
  const twins = Math.ceil(places.length / 3)
  // The twins are in the books until operators return them; custody never held them.
  const held = unitsIn(balances['ETH'] ?? '0', 18) + BigInt(twins) * ether
  stage.check('custody holds what our books show', held === custody, `${held} ${custody}`)
  const away = byHand.outside + byHand.treasury
  stage.check('the treasury has what staff sent', treasury === away, `${away} ${treasury}`)
  const { rows: suspense } = await sql<{ reason: string }>`
    select reason from suspense_items where source <> ${refundSource}`.execute(db.read)
  const isTwins =
    suspense.length === twins && suspense.every(({ reason }) => reason === 'same-output')
  stage.check('only outputs reported twice are in suspense', isTwins, `${suspense.length}`)
  await auditNow(stage, db, 'in the end')
}
