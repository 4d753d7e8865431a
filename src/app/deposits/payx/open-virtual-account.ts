import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { oneOf } from '../../../platform/http/contracts/contracts.ts'
import {
  failVirtualAccount,
  findOpenedAccount,
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

/**
 * Returns the caller's virtual account at a bank, opening it if there is none. The account is
 * stored before payx is called, so payx's callbacks find it even if its response is lost.
 *
 * @transactions the account is stored before payx is called, its answer after.
 */
export async function openVirtualAccount(
  ctx: Pick<Context, 'db' | 'random'> &
    Readonly<{ payx: Pick<Context['payx'], 'createVirtualAccount'> }>,
  { bankCode }: z.output<typeof OpenVirtualAccount>,
  caller: Caller,
): Promise<VirtualAccount> {
  const externalId = `va-${caller.id}-${bankCode}-${ctx.random.bytes(6).toString('hex')}`
  const name = caller.email.slice(0, caller.email.indexOf('@'))
  const request = { user: caller.id, bankCode, externalId, name }
  const account = await ctx.db.inTransaction((tx) => requestVirtualAccount(tx, request))
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
    return (await findOpenedAccount(tx, request)) ?? refuse('api.virtual_account_unavailable')
  })
}
