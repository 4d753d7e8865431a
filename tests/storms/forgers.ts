import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { orderNoOf } from '../../packages/client/src/client.ts'
import { payoutReport } from '../make/cash-withdrawal.ts'
import { md5 } from '../make/payd.ts'
import { paidInto } from '../make/payx.ts'
import { scanned } from '../make/qris.ts'
import { reportOf } from '../make/venue-events.ts'
import { sandboxSecrets as secrets } from '../sandbox-providers.ts'
import { appAt } from './apps.ts'
import { type Asked, requestAll } from './asked.ts'
import { auditNow } from './judge-withdrawals.ts'
import { type Pair, startPairWithProviders } from './pair.ts'
import { appKey } from './providers.ts'
import { openDesks } from './rupiah.ts'
import type { Storm } from './stage.ts'
import { openMarket } from './traders.ts'
import { approveAll, funds, makeWithdrawers, type Withdrawer } from './withdrawers.ts'

/**
 * Each static secret of the callbacks is in a forger's hands for a minute, one at a time. Puppets
 * ask for more than they own once a forged message has credited them.
 */
export const forgers: Storm = {
  name: 'forgers',
  run: async (stage) => {
    const pair = await startPairWithProviders(stage)
    await openMarket(pair)
    await approveAll(pair.db)
    for (const [name, prepare] of Object.entries(attacks)) await playOne(pair, name, prepare)
    await untilQuiet(pair)
    await judge(pair)
  },
}

/** Prepares one message after the other for these puppets; a forger sends each. */
type Attack = (
  pair: Pair,
  puppets: readonly Withdrawer[],
) => Promise<(puppet: number, turn: number) => Forged>

type Forged = Readonly<{
  to: string
  body: string
  headers: Readonly<Record<string, string>>
}>

const oneIdr = 100n
/** What a puppet asks for: more than it owns. */
const wishRupiah = funds.idrUnits / oneIdr + 15_000n
const atOnce = 8

async function playOne(pair: Pair, name: string, prepare: Attack): Promise<void> {
  const { stage, db } = pair
  const label = name.replaceAll(/[^a-z]+/g, '-')
  const puppets = await makeWithdrawers(db, appKey, `puppet-${label}`, stage.scaled(20, 3))
  const forge = await prepare(pair, puppets)
  const endMs = performance.now() + stage.scaled(60_000, 15_000)
  const counts = new Map<string, number>()
  let turn = 0
  const forger = async (): Promise<void> => {
    while (performance.now() < endMs) {
      turn += 1
      const { to, body, headers } = forge(turn % puppets.length, turn)
      const node = pair.nodes[turn % 2] ?? pair.nodes[0]
      const answer = await fetch(node.url + to, { method: 'POST', body, headers })
      await answer.body?.cancel()
      counts.set(String(answer.status), (counts.get(String(answer.status)) ?? 0) + 1)
      await stage.sleep(20)
    }
  }
  const wishes = puppets.map(wishOf)
  const asking = Promise.all(
    wishes.map(async (wish) => {
      while (performance.now() < endMs && !(await isRich(pair, wish.by))) await stage.sleep(50)
      if (await isRich(pair, wish.by)) await requestAll(stage, pair.nodes, [wish], { atOnce: 1 })
    }),
  )
  await Promise.all(Array.from({ length: atOnce }, forger))
  await asking
  const taken = wishes.filter(({ requestId }) => requestId !== null).length
  const credited = wishes.filter(({ answer }) => answer !== '').length
  stage.print(
    `${name}: ${[...counts].map(([status, count]) => `${count} × ${status}`).join(', ')}; ` +
      `${credited} puppets were credited, ${taken} of their requests accepted`,
  )
  // Operators start withdrawals again, so that the next forger meets open doors.
  await sql`update wallet_flags set value = 1 where type = 'WD'`.execute(db.read)
}

const wishOf = (by: Withdrawer): Asked => ({
  by,
  kind: 'CASH',
  units: wishRupiah * oneIdr,
  requestId: null,
  answer: '',
})

async function isRich({ db }: Pair, { id }: Withdrawer): Promise<boolean> {
  const { rows } = await sql<{ rich: boolean }>`
    select available > ${wishRupiah * oneIdr}::numeric as rich from balances
    where user_id = ${id} and asset_id = 1`.execute(db.read)
  return rows[0]?.rich === true
}

const json = { 'content-type': 'application/json' }

const payxForgery = (event: string, token: string, body: unknown): Forged => ({
  to: `/api/webhook/payx/handle-${event}`,
  body: JSON.stringify(body),
  headers: { ...json, 'x-callback-token': token },
})

/** Payments into the puppets' accounts and codes, of this many rupiah. */
const payments =
  (rupiah: number, name: string): Attack =>
  async (pair, puppets) => {
    const desks = await openDesks(pair, puppets)
    const codes = await Promise.all(
      desks.map(({ user: { token } }) =>
        appAt(pair.nodes[0], token).post('/api/payx/qris', { body: { amount: String(rupiah) } }),
      ),
    )
    return (puppet, turn) => {
      const [desk, code] = [desks[puppet], codes[puppet]]
      const ref = `forged-${name}-${turn}`
      if (turn % 3 === 0 && code !== undefined) {
        const body = scanned({ externalId: code.externalId }, ref, rupiah)
        return payxForgery('deposit-paid-qris', secrets.payxDepositToken, body)
      }
      const account = { accountNumber: desk?.account ?? '', bankCode: desk?.bankCode ?? '' }
      const body = paidInto(account, ref, rupiah)
      return payxForgery('deposit-paid', secrets.payxDepositToken, body)
    }
  }

const attacks: Readonly<Record<string, Attack>> = {
  // In all less than the sum from which withdrawals stop.
  "payx's token of deposits, patiently": payments(25_000, 'small'),
  "payx's token of deposits": payments(900_000, 'large'),
  "payx's token of withdrawals": async (pair, puppets) => {
    const paid = puppets.map(
      (by): Asked => ({
        ...wishOf(by),
        units: funds.idrUnits - 50_000n * oneIdr,
      }),
    )
    await requestAll(pair.stage, pair.nodes, paid)
    const ends = ['FAILED', 'REVERSED', 'CANCELLED', 'EXPIRED', 'REJECTED']
    return (puppet, turn) => {
      const { requestId, by } = paid[puppet] ?? { requestId: null, by: puppets[0] }
      const status = ends[turn % ends.length] ?? 'FAILED'
      const report = payoutReport(requestId ?? '', by?.id ?? 0, status)
      return payxForgery('withdrawal', secrets.payxWithdrawalToken, report)
    }
  },
  "payd's key": async (pair, puppets) => {
    const amount = '5000000'
    const orders = await Promise.all(
      puppets.map(({ token }) =>
        appAt(pair.nodes[0], token).post('/api/payd/deposits', {
          body: { amount, paymentMethod: 'BC' },
        }),
      ),
    )
    return (puppet, turn) => {
      const merchantOrderId = orders[puppet]?.merchantOrderId ?? ''
      const { paydMerchantCode: merchantCode, paydApiKey } = secrets
      const fields = {
        merchantCode,
        amount,
        merchantOrderId,
        resultCode: '00',
        reference: `forged-${turn}`,
        signature: md5(merchantCode, amount, merchantOrderId, paydApiKey),
      }
      return {
        to: '/api/webhook/payd-deposit',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }
    }
  },
  "the venue's secret": async (pair, puppets) => {
    // Above the market, so that the venue fills none of it.
    const price = '1020000000'
    const body = { side: 'SELL', txPair: 'BTC_IDR', volume: '0.01', type: 'LIMIT', price } as const
    const orders = await Promise.all(
      puppets.map(async ({ token }) =>
        orderNoOf(await appAt(pair.nodes[0], token).post('/api/exchange/venue/order', { body })),
      ),
    )
    const ids = await venueIds(pair)
    return (puppet, turn) => {
      const orderNo = orders[puppet] ?? ''
      const report = JSON.stringify(
        reportOf(orderNo, {
          S: 'SELL',
          i: ids.get(orderNo) ?? 0,
          x: 'TRADE',
          X: 'FILLED',
          l: '0.01000000',
          z: '0.01000000',
          L: price,
          Y: String(Number(price) / 100),
          t: 1_000_000 + turn,
          T: Date.now(),
        }),
      )
      const timestamp = String(Date.now())
      const signature = createHmac('sha256', secrets.venueWebhookSecret)
        .update(`${timestamp}.${report}`)
        .digest('hex')
      return {
        to: '/api/webhook/venue',
        body: report,
        headers: { ...json, 'x-venue-timestamp': timestamp, 'x-venue-signature': signature },
      }
    }
  },
}

async function venueIds({ providers }: Pair): Promise<ReadonlyMap<string, number>> {
  const { venue } = await providers.state()
  return new Map(venue.orders.map(({ clientOrderId, orderId }) => [clientOrderId, orderId]))
}

/** Waits until every accepted withdrawal has been tried several times. */
const untilQuiet = async ({ stage, db }: Pair): Promise<void> => {
  await stage.until(
    'the attempts to send',
    async () => {
      const { rows } = await sql<{ early: number }>`
        select count(*)::int as early from withdrawals
        where status = 'PROCESSING' and attempts < 4`.execute(db.read)
      return rows[0]?.early === 0
    },
    180_000,
  )
}

/** What left for a puppet was its own. */
async function judge(pair: Pair): Promise<void> {
  const { stage, db, providers } = pair
  const { rows: states } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from withdrawals group by status`.execute(db.read)
  stage.print(`withdrawals: ${states.map(({ status, count }) => `${count} ${status}`).join(', ')}`)
  const { payx } = await providers.state()
  const paid = payx.payouts.filter(({ status }) => status !== 'FAILED')
  const { rows: owners } = await sql<{ requestId: string; user: number }>`
    select request_id as "requestId", user_id as "user" from withdrawals`.execute(db.read)
  const ownerOf = new Map(owners.map(({ requestId, user }) => [requestId, user]))
  const left = new Map<number, bigint>()
  for (const { reference_id, amount } of paid) {
    const user = ownerOf.get(reference_id) ?? 0
    left.set(user, (left.get(user) ?? 0n) + BigInt(amount) * oneIdr)
  }
  const beyond = [...left].filter(([, units]) => units > funds.idrUnits)
  stage.check(
    'nobody withdraws more than was truly paid in',
    beyond.length === 0,
    `${paid.length} payouts; beyond: ${beyond.length}`,
  )
  stage.check('honest payouts went out', paid.length > 0)
  const { rows: twice } = await sql`
    select w.request_id from withdrawals w join balances b
      on b.user_id = w.user_id and b.asset_id = w.asset_id
    where w.request_id = any(${paid.map(({ reference_id }) => reference_id)})
      and b.available + b.locked > ${funds.idrUnits}::numeric - w.amount`.execute(db.read)
  stage.check('no payout is given back as well', twice.length === 0, `${twice.length}`)
  const { rows: held } = await sql<{ count: number }>`
    select count(*)::int as count from withdrawals where ended_at is null`.execute(db.read)
  stage.check('some forged credits were asked for', (held[0]?.count ?? 0) > 0)
  await auditNow(stage, db, 'in the end')
}
