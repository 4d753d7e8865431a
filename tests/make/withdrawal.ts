import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { reportOfStatement } from '../../src/app/withdrawals/model/resolution.rules.ts'
import { settleWithdrawals } from '../../src/app/withdrawals/model/settle-withdrawals.ts'
import type { WithdrawalReport } from '../../src/app/withdrawals/model/withdrawal.rules.ts'
import { lockWithdrawals } from '../../src/app/withdrawals/model/withdrawals.sql.ts'
import { type RequestId, requestId } from '../../src/base/values/ids.ts'
import type { Asset } from '../../src/base/values/money.ts'
import { available, house } from '../../src/core/ledger/accounts.ts'
import { issueOtp } from '../../src/platform/access/one-time-codes/otp.ts'
import { type Answer, eventually, startTukar, type Tukar } from '../harness.ts'
import { assetIds } from './custody.ts'
import { filePart, formOf, textPart } from './forms.ts'
import { move, owned, post, posting } from './ledger.ts'
import { steadyPrices } from './prices.ts'
import { bindTotp, codeOf, forgetSteps } from './totp.ts'
import { makeTrader, type Trader } from './trader.ts'

/** A trader who may withdraw: with a proven identity, a bound app, and money. */
export type Withdrawer = Trader & Readonly<{ secret: string }>

export const btc: Asset = { id: assetIds.BTC, symbol: 'BTC', scale: 8 }
export const oneBtc = 100_000_000n
export const usdt: Asset = { id: assetIds.USDT, symbol: 'USDT', scale: 6 }
export const trx: Asset = { id: assetIds.TRX, symbol: 'TRX', scale: 6 }
export const xrp: Asset = { id: assetIds.XRP, symbol: 'XRP', scale: 6 }

/** An external address. */
export const outside = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

let funded = 0

/** Credits a trader with units of a coin, like a deposit, and raises the supply cap by as much. */
export async function fund(
  { service }: Tukar,
  { id }: Pick<Trader, 'id'>,
  units: bigint,
  asset: Asset = btc,
): Promise<void> {
  funded += 1
  const key = `fund:${process.pid}:${funded}`
  const from = house(asset.symbol === 'IDR' ? 'payx' : 'custody')
  const credit = move(from, available(id), units, asset)
  await sql`
    update assets set supply_cap = supply_cap + ${units.toString()}::numeric
    where id = ${asset.id}`.execute(service.ctx.db.read)
  await post(service.ctx.db, posting(key, credit))
}

/** Current prices, and a trader who may withdraw ten BTC. */
export async function makeWithdrawer(tukar: Tukar): Promise<Withdrawer> {
  const { db } = tukar.service.ctx
  await steadyPrices(db, { BTC_IDR: '1000000000', USDT_IDR: '16000', XRP_IDR: '40000' })
  const trader = await makeTrader(tukar)
  const secret = await bindTotp(tukar, trader)
  await cooledOff(tukar, trader)
  await sql`update users set identity_status = 'success' where id = ${trader.id}`.execute(db.read)
  await fund(tukar, trader, 10n * oneBtc)
  return { ...trader, secret }
}

/** Ends the cool-off, as if the trader had changed neither app nor bank account for two days. */
export async function cooledOff({ service }: Tukar, { id }: Pick<Trader, 'id'>): Promise<void> {
  const { read } = service.ctx.db
  await sql`
    update users set twofa_changed_at = twofa_changed_at - interval '2 days'
    where id = ${id}`.execute(read)
  await sql`
    update bank_accounts set changed_at = changed_at - interval '2 days'
    where user_id = ${id}`.execute(read)
}

/** A mailed code, without its mail. */
export const mailedCode = (
  { service: { ctx } }: Tukar,
  { id, email }: Pick<Trader, 'id' | 'email'>,
  purpose: 'withdraw' | 'email' = 'withdraw',
): Promise<string> =>
  ctx.db.inTransaction((tx) => issueOtp(tx, ctx, { purpose, identity: email, user: id }))

export type Fields = Readonly<Record<string, unknown>>

/** An app's request: small enough to need no residential address and no approval. */
export const coinFields = (fields: Fields = {}): Fields => ({
  symbol: 'BTC',
  amount: '0.005',
  toAddress: outside,
  network: 'BTC',
  residentialName: 'Siti Rahayu',
  ...fields,
})

/** Makes another code of the app valid and the gate open, as if some minutes had passed. */
export async function later(tukar: Tukar, trader: Trader): Promise<void> {
  await forgetSteps(tukar, trader)
  const { db } = tukar.service.ctx
  await sql`delete from withdrawal_gates where user_id = ${trader.id}`.execute(db.read)
}

/** Requests a withdrawal of coins, with both codes valid unless others are given. */
export async function withdrawCoin(
  tukar: Tukar,
  trader: Withdrawer,
  fields: Fields = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const otpCode = fields['otpCode'] ?? (await mailedCode(tukar, trader))
  const body = coinFields({ otpCode, twoFACode: codeOf(trader.secret), ...fields })
  const call = { token: trader.token, body, headers }
  return tukar.call('POST', '/api/withdraw/withdraw-coin', call)
}

/** Sends the request and asserts this response. */
export async function refused(
  tukar: Tukar,
  trader: Withdrawer,
  fields: Fields,
  message: string,
  status = 400,
): Promise<void> {
  const answer = await withdrawCoin(tukar, trader, fields)
  assert.equal(answer.body?.message, message, answer.text)
  assert.equal(answer.status, status)
}

/** The same as a form, with a picture. */
export async function withdrawByForm(
  tukar: Tukar,
  trader: Withdrawer,
  card: Uint8Array,
  fields: Fields = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const otpCode = fields['otpCode'] ?? (await mailedCode(tukar, trader))
  const sent = coinFields({ otpCode, twoFACode: codeOf(trader.secret), ...fields })
  const parts = Object.entries(sent).map(([name, value]) => textPart(name, String(value)))
  const { contentType, body } = formOf(...parts, filePart('residentialIdCard', card))
  return tukar.call('POST', '/api/withdraw/withdraw-coin', {
    token: trader.token,
    raw: new Uint8Array(body),
    headers: { ...headers, 'content-type': contentType },
  })
}

export type StoredWithdrawal = Readonly<{
  requestId: string
  status: string
  providerId: string | null
  incident: string | null
  attempts: number
  reasons: readonly string[]
  needed: number
  dueInMs: number | null
}>

/** The stored withdrawals of a trader, oldest first. */
export async function withdrawalsOf(
  { service }: Tukar,
  { id }: Pick<Trader, 'id'>,
): Promise<readonly StoredWithdrawal[]> {
  const { rows } = await sql<StoredWithdrawal>`
    select request_id as "requestId", status, provider_id as "providerId", incident, attempts,
      approval_reasons as reasons, approvals_needed as needed,
      (extract(epoch from next_at - clock_timestamp()) * 1000)::int as "dueInMs"
    from withdrawals where user_id = ${id} order by id`.execute(service.ctx.db.read)
  return rows
}

/** Waits until the first withdrawal of a trader matches. */
export const becomes = (tukar: Tukar, trader: Pick<Trader, 'id'>, status: string) =>
  eventually(`a withdrawal that is ${status}`, async () => {
    const [first] = await withdrawalsOf(tukar, trader)
    return first?.status === status && first
  })

/** Ends the pause before the next attempt at a provider. */
export const pauseOver = ({ service }: Tukar) =>
  sql`update withdrawals set next_at = now() where next_at is not null`.execute(service.ctx.db.read)

/** The transfers that custody received, by our own ids. */
export async function sentToCustody(tukar: Tukar): Promise<readonly SentTransaction[]> {
  const { body } = await tukar.control('GET', '/state')
  const all: readonly SentTransaction[] = body.custody.transactions
  return all.filter(({ externalTxId }) => externalTxId !== null)
}

export type SentTransaction = Readonly<{
  id: string
  externalTxId: string | null
  status: string
  destinationAddress: string
  destinationTag: string
  assetId: string
  amountInfo: Readonly<{ amount: string }>
}>

/** Custody's transactions keep their state until a test moves them. */
export const pauseCustody = (tukar: Tukar) =>
  tukar.control('POST', '/custody/pace', { auto: false })

export const moveAtCustody = (tukar: Tukar, requestId: string, status: string) =>
  tukar.control('POST', `/custody/withdrawals/${requestId}`, { status })

/** A service and a trader who may withdraw, for one test. */
export async function startWithdrawer(t: TestContext) {
  const tukar = await startTukar(t, { jobs: ['settle withdrawals'] })
  const trader = await makeWithdrawer(tukar)
  return { tukar, trader, db: tukar.service.ctx.db }
}

/** Runs a statement on the service's own database. */
export const run = ({ service }: Tukar, statement: string) =>
  sql.raw(statement).execute(service.ctx.db.read)

/** Requests a withdrawal of coins; returns its id. */
export async function requestCoins(
  tukar: Tukar,
  trader: Withdrawer,
  fields = {},
): Promise<RequestId> {
  const answer = await withdrawCoin(tukar, trader, fields)
  assert.equal(answer.status, 200, answer.text)
  return requestId(answer.body.data.request_id)
}

export const bitcoinOf = ({ service }: Tukar, { id }: Withdrawer) => owned(service.ctx.db, id, btc)

/** Waits for an attempt to end: it was postponed, or custody's callback was faster. */
export const attempted = (tukar: Tukar, trader: Withdrawer, attempts: number) =>
  eventually(`${attempts} turns to custody that are over`, async () => {
    const [one] = await withdrawalsOf(tukar, trader)
    if (one === undefined || one.attempts < attempts) return false
    return (one.status !== 'PROCESSING' || (one.dueInMs ?? 0) < 20_000) && one
  })

/** Applies a provider's reports of these stages. */
export const reportWithdrawal = (
  { service }: Tukar,
  id: string,
  ...stages: readonly WithdrawalReport['stage'][]
) =>
  service.ctx.db.inTransaction(async (tx) => {
    const withdrawal = (await lockWithdrawals(tx, [requestId(id)])).get(requestId(id))
    if (withdrawal === undefined) throw new Error(`${id} is no withdrawal`)
    const reportOf = (stage: (typeof stages)[number]) =>
      reportOfStatement(withdrawal, stage, null, 'reported')
    await settleWithdrawals(tx, stages.map(reportOf))
  })
