import { createHash, randomBytes } from 'node:crypto'
import { insertPaydOrder } from '../../src/app/deposits/payd/payd-orders.sql.ts'
import { orderIdOf } from '../../src/app/deposits/payd/payd-payment.rules.ts'
import type { UserId } from '../../src/base/values/ids.ts'
import { idr, whole } from '../../src/base/values/money.ts'
import type { Database } from '../../src/core/database/database.ts'
import { type Answer, send, type Tukar } from '../harness.ts'
import { expectOk, type Trader } from './trader.ts'

/** The success that payd expects, to the byte. */
export const received = '{"statusCode":"00","statusMessage":"success"}'

export type Fields = Readonly<Record<string, string>>

/** The digest of the interface, calculated independently of the client. */
export const md5 = (...words: readonly string[]): string =>
  createHash('md5').update(words.join('')).digest('hex')

/** A callback about a payment, validly signed; `fields` replace signed ones after the signing. */
export function paymentFields(
  { config: { payd } }: Tukar,
  paid: Readonly<{ order: string; amount: string; resultCode?: string }>,
  replaced: Fields = {},
): Fields {
  const { order, amount, resultCode = '00' } = paid
  return {
    merchantCode: payd.merchantCode,
    amount,
    merchantOrderId: order,
    productDetail: 'Deposit',
    additionalParam: '',
    paymentCode: 'BC',
    resultCode,
    merchantUserId: '',
    reference: `D0001REF${order}`,
    signature: md5(payd.merchantCode, amount, order, payd.apiKeys[0]),
    publisherOrderId: `MGU${order}`,
    settlementDate: '2026-01-02',
    ...replaced,
  }
}

/** An inquiry about a number, validly signed. */
export function inquiryFields(
  { config: { payd } }: Tukar,
  asked: Readonly<{ vaNo: string; session?: string; bin?: string }>,
  replaced: Fields = {},
): Fields {
  const { vaNo, session = randomBytes(8).toString('hex'), bin = payd.vaBin } = asked
  const action = 'inquiry'
  return {
    action,
    merchantCode: payd.merchantCode,
    bin,
    vaNo,
    session,
    signature: md5(payd.merchantCode, action, vaNo, session, payd.apiKeys[0]),
    ...replaced,
  }
}

type SendOptions = Readonly<{ url?: string; json?: boolean; headers?: Fields }>

/** Sends a body like payd, as a form or as JSON; text is sent unchanged. */
export function sendPaydCallback(
  { url }: Tukar,
  event: 'payd-deposit' | 'payd/notify' | 'payd/inquiry',
  body: Fields | string,
  { url: other, json = false, headers = {} }: SendOptions = {},
): Promise<Answer> {
  const formed = (fields: Fields) =>
    json ? JSON.stringify(fields) : new URLSearchParams(fields).toString()
  return send(other ?? url, 'POST', `/api/webhook/${event}`, {
    raw: typeof body === 'string' ? body : formed(body),
    headers: {
      'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
      ...headers,
    },
  })
}

export type PaydOrder = Readonly<{ merchantOrderId: string; paymentUrl: string; vaNumber: string }>

/** An order of a trader, opened at payd. */
export async function openOrder(
  tukar: Tukar,
  { token }: Pick<Trader, 'token'>,
  amount: number | string = 150_000,
  paymentMethod = 'BC',
): Promise<PaydOrder> {
  const body = { amount, paymentMethod }
  const opened = await tukar.call('POST', '/api/payd/deposits', { token, body })
  expectOk(opened)
  return opened.body.data
}

/** An order of a user who never signs in, unknown to payd. */
export async function makeOrder(db: Database, user: UserId, rupiah = 150_000n): Promise<string> {
  const merchantOrderId = orderIdOf(randomBytes(12))
  const order = { merchantOrderId, user, amount: whole(idr, rupiah), paymentMethod: 'BC' }
  await db.inTransaction((tx) => insertPaydOrder(tx, order))
  return merchantOrderId
}

/** Marks an order as paid in payd's books, and reports it. */
export const payOrder = (
  { control }: Tukar,
  merchantOrderId: string,
  amount: number | string,
  resultCode = '00',
): Promise<Answer> =>
  control('POST', '/payd/payments', { merchantOrderId, amount: String(amount), resultCode })

/** The fixed number of a user. */
export const numberOf = ({ config: { payd } }: Tukar, user: UserId | number): string =>
  `${payd.vaBin}${user.toString().padStart(16 - payd.vaBin.length, '0')}`

export const payNumber = (
  { control }: Tukar,
  vaNo: string,
  amount: number | string,
  more: Readonly<{ resultCode?: string; session?: string }> = {},
): Promise<Answer> =>
  control('POST', '/payd/va-payments', { vaNo, amount: String(amount), ...more })
