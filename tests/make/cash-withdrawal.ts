import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { identitySealPurpose } from '../../src/app/identity-records/identity-card.ts'
import { digestsOfName } from '../../src/app/identity-records/proven-names.ts'
import { sealText } from '../../src/base/secrets/app-keys.ts'
import { idr } from '../../src/base/values/money.ts'
import { type Answer, startTukar, type Tukar } from '../harness.ts'
import { makeBank } from './bank-account.ts'
import { identityBecomes, proveFace, readCard } from './identity.ts'
import { owned } from './ledger.ts'
import { leaderOf } from './payx.ts'
import { bindTotp, codeOf } from './totp.ts'
import { expectOk, makeTrader, type Trader } from './trader.ts'
import { becomes, cooledOff, type Fields, fund, mailedCode, type Withdrawer } from './withdrawal.ts'

/** A trader who may withdraw rupiah to a bank account in their proven name. */
export type CashWithdrawer = Withdrawer & Readonly<{ name: string; bankAccount: number }>

const startRupiah = 100_000_000n

export async function makeCashWithdrawer(
  tukar: Tukar,
  bank: object = {},
  name = 'SITI RAHAYU',
): Promise<CashWithdrawer> {
  const trader = await makeTrader(tukar)
  await enterProof(tukar, trader, name)
  return withBank(tukar, { ...trader, name }, bank)
}

/** The same, with a card and a face read through the endpoints of the app. */
export async function proveCashWithdrawer(tukar: Tukar): Promise<CashWithdrawer> {
  const trader = await makeTrader(tukar)
  const card = await readCard(tukar, trader)
  expectOk(card)
  expectOk(await proveFace(tukar, trader))
  await identityBecomes(tukar, trader, 'success')
  return withBank(tukar, { ...trader, name: card.body.data.read.nama.value }, {})
}

async function withBank(
  tukar: Tukar,
  trader: Trader & Readonly<{ name: string }>,
  bank: object,
): Promise<CashWithdrawer> {
  const secret = await bindTotp(tukar, trader)
  await fund(tukar, trader, startRupiah * 100n, idr)
  const bankAccount = await makeBank(tukar, trader, {
    bankName: 'BCA',
    account: '0081234567',
    bankOwner: trader.name,
    ...bank,
  })
  await cooledOff(tukar, trader)
  return { ...trader, secret, bankAccount }
}

/** The stored rows of a proven identity. */
async function enterProof({ service }: Tukar, { id }: Trader, name: string): Promise<void> {
  const { db, config, random } = service.ctx
  const transactionId = `proof-${id}`
  const card = {
    status: 'SUCCESS',
    read: { nik: readField('3173010101901234'), nama: readField(name) },
  }
  const purpose = identitySealPurpose('OCR', 'response', transactionId)
  const sealed = sealText(config, purpose, JSON.stringify(card), random)
  await sql`
    with card as (
      insert into identity_histories
        (user_id, service, transaction_id, status, digest, sealed_request, sealed_response)
      values (${id}, 'OCR', ${transactionId}, 'SUCCESS', ${Buffer.alloc(32)}, '', ${sealed})
      returning id
    ), registration as (
      insert into identity_histories
        (user_id, service, transaction_id, status, digest, sealed_request, ocr_id, name_words)
      select ${id}, 'REGISTRATION', ${`r-${id}`}, 'SUCCESS', ${Buffer.alloc(32)}, '', id,
        ${digestsOfName({ config }, name)}::text[]
      from card
    )
    update users set identity_status = 'success' where id = ${id}`.execute(db.read)
}

const readField = (value: string) => ({ value, confidence: 99 })

/** Requests a withdrawal of rupiah, with both codes valid unless others are given. */
export async function withdrawCash(
  tukar: Tukar,
  trader: CashWithdrawer,
  fields: Fields = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const otpCode = fields['otpCode'] ?? (await mailedCode(tukar, trader))
  const body = {
    amount: 1_000_000,
    paymentMethod: 'payx',
    bankAccount: trader.bankAccount,
    otpCode,
    twoFACode: codeOf(trader.secret),
    ...fields,
  }
  return tukar.call('POST', '/api/withdraw/withdraw-fiat', { token: trader.token, body, headers })
}

/** A trader's balance in whole rupiah. */
export async function rupiahOf({ service }: Tukar, { id }: Pick<CashWithdrawer, 'id'>) {
  const { available, locked } = await owned(service.ctx.db, id)
  return { available: available / 100n, locked: locked / 100n }
}

export type SentPayout = Readonly<{
  id: string
  reference_id: string
  status: string
  amount: number
  channel_code: string
  channel_properties: Readonly<{ account_holder_name: string; account_number: string }>
  metadata: Readonly<{ request_id: string; user_id: string }>
}>

/** The payouts that payx received. */
export const payoutsOf = async (tukar: Tukar): Promise<readonly SentPayout[]> =>
  (await tukar.control('GET', '/state')).body.payx.payouts

/** Payouts keep their state until a test moves them. */
export const pausePayouts = (tukar: Tukar) => tukar.control('POST', '/payx/pace', { auto: false })

export const movePayout = (tukar: Tukar, requestId: string, status: string, failureCode?: string) =>
  tukar.control('POST', `/payx/payouts/${requestId}`, {
    status,
    ...(failureCode === undefined ? {} : { failureCode }),
  })

/** Makes a withdrawal that payx failed, and that moves only when the test does; returns its id. */
export async function makeFailedPayout(tukar: Tukar, trader: CashWithdrawer): Promise<string> {
  await pausePayouts(tukar)
  await withdrawCash(tukar, trader)
  const { requestId } = await becomes(tukar, trader, 'SUBMITTED')
  await movePayout(tukar, requestId, 'FAILED')
  await becomes(tukar, trader, 'FAILED')
  return requestId
}

/** The body of payx's callback about a payout. */
export const payoutReport = (
  requestId: string,
  user: number,
  status: string,
  data: object = {},
): Readonly<Record<string, unknown>> => ({
  event: `payout.${status.toLowerCase()}`,
  business_id: 'merchant',
  created: '2026-01-01T00:00:00.000Z',
  data: {
    status,
    amount: 1_000_000,
    currency: 'IDR',
    reference_id: requestId,
    metadata: { request_id: requestId, user_id: String(user) },
    ...data,
  },
})

/** Makes a withdrawal that payx has accepted and moves only when the test does. */
export async function submitPayout(t: TestContext, nodes = 1) {
  const tukar = await startTukar(t, { nodes, jobs: ['settle withdrawals', 'sweep the inbox'] })
  const trader = await makeCashWithdrawer(tukar)
  await pausePayouts(tukar)
  await withdrawCash(tukar, trader)
  const { requestId } = await becomes(tukar, trader, 'SUBMITTED')
  const { db } = (await leaderOf(tukar)).ctx
  return { tukar, trader, requestId, db }
}
