import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { accountMail } from '../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { wireId } from '../../platform/http/contracts/contracts.ts'
import { deleteAddressRow } from './saved-addresses.sql.ts'

export const DeleteSavedAddress = z.object({ id: wireId })

export async function deleteSavedAddress(
  ctx: Pick<Context, 'db' | 'random'>,
  { id: address }: z.output<typeof DeleteSavedAddress>,
  { id }: Caller,
): Promise<void> {
  const isDeleted = await ctx.db.inTransaction(async (tx) => {
    const found = await deleteAddressRow(tx, id, address)
    if (found) enqueueAll(tx, [accountMail(ctx, 'saved-address-changed', id)])
    return found
  })
  if (!isDeleted) refuse('api.saved_address_not_found')
}
