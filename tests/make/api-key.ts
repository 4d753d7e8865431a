import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { CodeUse } from '../../src/core/outbox/notices.ts'
import { issueOtp } from '../../src/platform/access/one-time-codes/otp.ts'
import { type Answer, send, type Tukar } from '../harness.ts'
import { expectOk, type Trader } from './trader.ts'

export type MadeKey = Readonly<{
  apiKeyId: number
  apiKey: string
  secretKey: string
  withdrawsFrom: string | null
}>

/** Inserts a code as it would be mailed to the owner of the address. */
export const emailOtp = (
  { service: { ctx } }: Tukar,
  { id, email }: Pick<Trader, 'id' | 'email'>,
  use: CodeUse = 'api-key',
): Promise<string> =>
  ctx.db.inTransaction((tx) =>
    issueOtp(tx, ctx, { purpose: 'email', identity: email, user: id }, use),
  )

type Owner = Pick<Trader, 'id' | 'token' | 'email'>

export async function requestKey(
  tukar: Tukar,
  trader: Owner,
  body: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const emailOtpCode = await emailOtp(tukar, trader)
  const wanted = { apiName: 'bot', permissions: ['read'], emailOtpCode, ...body }
  return tukar.call('POST', '/api/user/api-key', { token: trader.token, body: wanted })
}

export async function makeKey(
  tukar: Tukar,
  trader: Owner,
  body: Readonly<Record<string, unknown>> = {},
): Promise<MadeKey> {
  const answer = await requestKey(tukar, trader, body)
  expectOk(answer)
  return answer.body.data
}

/** Lets every key use its right to withdraw, as if the day since its issue had passed. */
export const keysMayWithdraw = ({ service }: Tukar) =>
  sql`update api_keys set withdraws_from = withdraws_from - interval '1 day'`.execute(
    service.ctx.db.read,
  )

export type Signed = Readonly<{
  method?: string
  path?: string
  body?: string
  /** The timestamp; by default about now, and another one each time. */
  at?: number | string
  version?: '1' | '2'
  /** The target; the first node if absent. */
  to?: string
  headers?: Readonly<Record<string, string>>
}>

let lastMs = 0

/** A signature is accepted once, and two requests may be signed within a millisecond. */
function unusedTime(): number {
  lastMs = Math.max(Date.now(), lastMs + 1)
  return lastMs
}

/** The headers of a request, signed with a pair. */
export function signature(
  { apiKey, secretKey }: Pick<MadeKey, 'apiKey' | 'secretKey'>,
  {
    method = 'GET',
    path = '/api/users/me',
    body = '',
    at = unusedTime(),
    version = '1',
  }: Signed = {},
): Readonly<Record<string, string>> {
  const signed = [at, method, path, body].join(version === '1' ? '' : '\n')
  return {
    'x-api-key': apiKey,
    'x-api-timestamp': `${at}`,
    ...(version === '1' ? {} : { 'x-api-signature-version': version }),
    'x-api-signature': createHmac('sha256', secretKey).update(signed).digest('hex'),
  }
}

/** A request signed with a pair; `GET /api/users/me` by default. */
export const callSigned = (
  tukar: Tukar,
  pair: Pick<MadeKey, 'apiKey' | 'secretKey'>,
  asked: Signed = {},
): Promise<Answer> =>
  send(asked.to ?? tukar.url, asked.method ?? 'GET', asked.path ?? '/api/users/me', {
    headers: { ...signature(pair, asked), ...asked.headers },
    ...(asked.body === undefined ? {} : { raw: asked.body }),
  })
