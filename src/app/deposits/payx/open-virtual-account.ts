import { z } from 'zod'
import { singleFlight } from '../../../base/concurrency/single-flight.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { oneOf } from '../../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { assertCertified, countPlace } from '../unproven/unproven-bounds.ts'
import {
  failVirtualAccount,
  findOpenedAccount,
  hasVirtualAccount,
  recordVirtualAccount,
  requestVirtualAccount,
  type VirtualAccount,
} from './virtual-accounts.sql.ts'

/** The banks at which payx opens virtual accounts, by its codes. */
export const virtualAccountBanks = [
  'BCA',
  'BNI',
  'BRI',
  'MANDIRI',
  'PERMATA',
  'BSI',
  'CIMB',
  'BJB',
  'SAHABAT_SAMPOERNA',
  'BNC',
  'MUAMALAT',
  'BSS',
] as const

export const OpenVirtualAccount = z.object({ bankCode: oneOf(virtualAccountBanks) })

type AccountOpening = Readonly<{
  ctx: Pick<Context, 'counters' | 'db' | 'log' | 'random'>
  bankCode: string
  caller: Caller
  request: Pick<HttpRequest, 'ip'>
}>

/** Requests at the same time for one account count as one. */
const requestOnce = perDatabase((_: Pick<Context, 'db'>) =>
  singleFlight(requestAccount, ({ caller, bankCode }) => `${caller.id} ${bankCode}`),
)

/**
 * Returns the caller's virtual account at a bank, opening it if there is none. The account is
 * stored before payx is called, so payx's callbacks find it even if its response is lost.
 */
export async function openVirtualAccount(
  ctx: AccountOpening['ctx'] & Readonly<{ payx: Pick<Context['payx'], 'createVirtualAccount'> }>,
  { bankCode }: z.output<typeof OpenVirtualAccount>,
  caller: Caller,
  request: Pick<HttpRequest, 'ip'>,
): Promise<VirtualAccount> {
  await assertCertified(ctx, caller.id)
  const account = await requestOnce(ctx)({ ctx, bankCode, caller, request })
  if (account.status !== 'REQUESTED') return account
  const answer = await ctx.payx.createVirtualAccount({
    externalId: account.externalId,
    bankCode,
    name: account.name,
  })
  if (answer.kind === 'unknown') return refuse('api.virtual_account_unavailable')
  if (answer.kind === 'rejected') {
    await ctx.db.inTransaction((tx) => failVirtualAccount(tx, account.id))
    return refuse('api.virtual_account_unavailable')
  }
  const { id: providerId, accountNumber, status } = answer.value
  return ctx.db.inTransaction(async (tx) => {
    await recordVirtualAccount(tx, {
      providerId,
      externalId: account.externalId,
      accountNumber,
      status,
    })
    // A concurrent request may have been rejected and failed this account in the meantime.
    return (
      (await findOpenedAccount(tx, { user: caller.id, bankCode })) ??
      refuse('api.virtual_account_unavailable')
    )
  })
}

/**
 * Returns the caller's account at a bank; stores it as requested if there is none.
 *
 * @transactions the alert of a spent budget is sent even if no account is opened.
 */
async function requestAccount({
  ctx,
  bankCode,
  caller,
  request,
}: AccountOpening): Promise<VirtualAccount> {
  const wanted = { user: caller.id, bankCode }
  if (!(await hasVirtualAccount(ctx.db, wanted))) await countPlace(ctx, caller, request)
  const externalId = `va-${caller.id}-${bankCode}-${ctx.random.bytes(6).toString('hex')}`
  const name = caller.email.slice(0, caller.email.indexOf('@'))
  return ctx.db.inTransaction((tx) => requestVirtualAccount(tx, { ...wanted, externalId, name }))
}
