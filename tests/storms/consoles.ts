import { sql } from 'kysely'
import { z } from 'zod'
import { refundSource } from '../../src/app/deposits/suspended.rules.ts'
import { sandboxSecrets } from '../sandbox-providers.ts'
import { appAt, outcomeOf } from './apps.ts'
import { type Asked, requestAll } from './asked.ts'
import { auditNow } from './judge-withdrawals.ts'
import { type Pair, startPairWithProviders } from './pair.ts'
import { appKey, unitsIn } from './providers.ts'
import { openDesks } from './rupiah.ts'
import { between, type Storm } from './stage.ts'
import { openMarket, startTrading } from './traders.ts'
import { makeWithdrawers, type Withdrawer } from './withdrawers.ts'

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

const paidRupiah = 100_000

/** Each user pays into a virtual account; returns the payments' ids. */
async function payRupiahIn(pair: Pair, users: readonly Withdrawer[]): Promise<readonly string[]> {
  const desks = await openDesks(pair, users)
  const ids = desks.map((_, at) => `console-payment-${at}`)
  for (const [at, { account, bankCode }] of desks.entries()) {
    const paid = { accountNumber: account, bankCode, amount: paidRupiah, paymentId: ids[at] }
    await pair.providers.control('POST', '/payx/va-payments', paid)
  }
  return ids
}

type AtPayx = Readonly<{ refunded: readonly bigint[]; paidOut: bigint }>

/** Staff return every second payment, in whole or in part, and pay out as often by hand. */
async function actAtPayx({ providers, stage }: Pair, payments: readonly string[]): Promise<AtPayx> {
  const refunded: bigint[] = []
  let paidOut = 0n
  for (const [at, paymentId] of payments.entries()) {
    stage.signal.throwIfAborted()
    const amount = between(10_000, paidRupiah + 1)
    if (at % 2 === 0) {
      await providers.control('POST', '/payx/refunds', { paymentId, amount })
      refunded.push(BigInt(amount))
    } else {
      await payOutByHand(providers, `by-hand-${at}`, amount)
      paidOut += BigInt(amount)
    }
    await stage.sleep(200)
  }
  return { refunded, paidOut }
}

async function payOutByHand(
  { url }: Pair['providers'],
  reference: string,
  amount: number,
): Promise<void> {
  const basic = Buffer.from(`${sandboxSecrets.payxSecretKey}:`).toString('base64')
  const answer = await fetch(`${url}/payx/v2/payouts`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${basic}`,
      'content-type': 'application/json',
      'idempotency-key': reference,
    },
    body: JSON.stringify({
      reference_id: reference,
      channel_code: 'ID_BCA',
      channel_properties: { account_number: '1234567890', account_holder_name: 'Supplier' },
      amount,
      currency: 'IDR',
      description: 'Rent',
    }),
  })
  if (!answer.ok) throw new Error(`a payout was answered ${answer.status} ${await answer.text()}`)
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

const untilEnded = ({ stage, db }: Pair): Promise<number> =>
  stage.until(
    'every withdrawal to end',
    async () => {
      const { rows } = await sql<{ open: number; pending: number }>`
        select (select count(*) from withdrawals where ended_at is null)::int as open,
          (select count(*) from inbox where state = 'pending')::int as pending`.execute(db.read)
      return rows[0] !== undefined && rows[0].open + rows[0].pending === 0
    },
    endMs,
  )

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
  const kept = await houseOf(pair)
  const twins = Math.ceil(places.length / 3)
  // The twins are in the books until operators return them; custody never held them.
  const held = unitsIn(balances['ETH'] ?? '0', 18) + BigInt(twins) * ether
  stage.check(
    'custody holds what our books show',
    held === kept['custody'],
    `${held} ${kept['custody']}`,
  )
  const away = byHand.outside + byHand.treasury
  stage.check(
    'the treasury has what staff sent',
    kept['treasury'] === away,
    `${away} ${kept['treasury']}`,
  )
  const { rows: suspense } = await sql<{ reason: string }>`
    select reason from suspense_items where source <> ${refundSource}`.execute(db.read)
  const isTwins =
    suspense.length === twins && suspense.every(({ reason }) => reason === 'same-output')
  stage.check('only outputs reported twice are in suspense', isTwins, `${suspense.length}`)
  await auditNow(stage, db, 'in the end')
}

/** Refunds wait for operators; payouts that are not ours are a difference, to the rupiah. */
async function judgePayx(pair: Pair, { refunded, paidOut }: AtPayx): Promise<void> {
  const { stage, db, providers } = pair
  const inSuspense = async () => {
    const { rows } = await sql<{ units: string }>`
      select units::text from suspense_items where source = ${refundSource}`.execute(db.read)
    return rows.map(({ units }) => BigInt(units) / 100n)
  }
  const inOrder = (amounts: readonly bigint[]) =>
    amounts.toSorted((a, b) => Number(a - b)).join(' ')
  await stage
    .until('the refunds', async () => (await inSuspense()).length >= refunded.length, endMs)
    .catch(() => undefined)
  const found = await inSuspense()
  stage.check(
    'each refund waits for operators, once and in its amount',
    inOrder(found) === inOrder(refunded),
    `${found.length} of ${refunded.length}`,
  )
  const { payx } = await providers.state()
  const returned = refunded.reduce((sum, amount) => sum + amount, 0n)
  const held = BigInt(payx.balance) - atFirst + returned + paidOut
  const kept = (await houseOf(pair, 1))['payx'] ?? 0n
  stage.check(
    'payx holds what our books show, less what staff moved',
    held * 100n === kept,
    `${held} ${kept / 100n}`,
  )
}

/** What payx holds before any payment. */
const atFirst = 100_000_000_000n

/** What places hold of an asset, ether unless another is given, by the books. */
async function houseOf({ db }: Pair, asset = 4): Promise<Readonly<Record<string, bigint>>> {
  const { rows } = await sql<{ name: string; kept: string }>`
    select k.name, sum(case when m.from_kind = k.id then m.units else -m.units end)::text as kept
    from moves m join account_kinds k on k.id in (m.from_kind, m.to_kind)
    join postings p on p.id = m.posting_id
    where m.asset_id = ${asset} and not k.of_user and p.key not like 'storm-funds:%'
    group by k.name`.execute(db.read)
  return Object.fromEntries(
    rows.map(({ name, kept }) => [name.replace('house.', ''), BigInt(kept)]),
  )
}
