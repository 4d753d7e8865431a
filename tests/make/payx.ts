import {
  recordVirtualAccount,
  requestVirtualAccount,
} from '../../src/app/deposits/payx/virtual-accounts.sql.ts'
import type { UserId } from '../../src/base/values/ids.ts'
import type { Database } from '../../src/core/database/database.ts'
import type { Service } from '../../src/service.ts'
import { type Answer, eventually, send, type Tukar } from '../harness.ts'
import { makeProvenUser, makeUser } from './ledger.ts'

/** The success that payx expects, to the byte. */
export const received =
  '{"response_code":200,"response_message":"success receive data","response_data":null}'

/** Waits for a leader and returns it; until then callbacks are stored and applied later. */
export const leaderOf = ({ nodes }: Tukar): Promise<Service> =>
  eventually('a leader', () =>
    Promise.resolve(nodes.find(({ ctx }) => ctx.leadership.current() !== null)),
  )

type SendOptions = Readonly<{ url?: string; headers?: Readonly<Record<string, string>> }>

/** Sends a report of payx; text is sent unchanged. */
export const reportPayx = (
  { url, config }: Tukar,
  event: 'deposit-paid' | 'created-va' | 'deposit-paid-qris' | 'withdrawal',
  body: string | Readonly<Record<string, unknown>>,
  options: SendOptions = {},
): Promise<Answer> =>
  send(options.url ?? url, 'POST', `/api/webhook/payx/handle-${event}`, {
    raw: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'x-callback-token':
        event === 'withdrawal' ? config.payx.withdrawalTokens[0] : config.payx.depositTokens[0],
      ...options.headers,
    },
  })

/** An account requested from payx with a lost response. */
export async function requestedAccount(db: Database) {
  const user = await makeUser(db)
  const externalId = `va-${user}-BCA-asked`
  const request = { user, bankCode: 'BCA', externalId, name: 'OWNER' }
  await db.inTransaction((tx) => requestVirtualAccount(tx, request))
  return { user, externalId }
}

export type Account = Readonly<{ user: UserId; accountNumber: string; bankCode: string }>

let made = 0

/** Inserts an open virtual account, of a new user with a proven identity unless one is given. */
export async function makeAccount(
  db: Database,
  given: Readonly<{ user?: UserId; accountNumber?: string; bankCode?: string }> = {},
): Promise<Account> {
  made += 1
  const accountNumber = given.accountNumber ?? `10766${process.pid}${made}`
  const user = given.user ?? (await makeProvenUser(db))
  const bankCode = given.bankCode ?? 'BCA'
  const externalId = `va-${user}-${bankCode}`
  await db.inTransaction(async (tx) => {
    await requestVirtualAccount(tx, { user, bankCode, externalId, name: 'OWNER' })
    const providerId = `provider-${accountNumber}-${bankCode}`
    const status = 'ACTIVE'
    await recordVirtualAccount(tx, { providerId, externalId, accountNumber, status })
  })
  return { user, accountNumber, bankCode }
}

/** A payment into an account in the short form of the callback. */
export const paidInto = (
  { accountNumber, bankCode }: Pick<Account, 'accountNumber' | 'bankCode'>,
  paymentId: string,
  amount: unknown = 250_000,
) => ({
  id: `object-${paymentId}`,
  payment_id: paymentId,
  callback_virtual_account_id: 'account-object',
  owner_id: 'merchant',
  external_id: 'external',
  account_number: accountNumber,
  bank_code: bankCode,
  merchant_code: '10766',
  amount,
  transaction_timestamp: '2026-01-01T00:00:00.000Z',
})
