import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { line, optional } from '../../platform/http/contracts/contracts.ts'
import { findProvenName } from '../identity-records/proven-names.ts'
import { isSameName } from '../identity-records/same-name.rules.ts'
import { bankAccountLimits } from './bank-accounts.sql.ts'

export const CheckBankOwner = z.object({
  bankOwner: optional(line({ max: bankAccountLimits.nameChars })),
})

export const CheckedBankOwner = z
  .object({
    provenName: z
      .string()
      .nullable()
      .meta({ description: "The name of the caller's proven identity; null before it is proven." }),
    isSame: z.boolean().nullable().meta({
      description: 'Whether the owner is the caller; null without an owner or a proven name.',
    }),
  })
  .meta({ id: 'CheckedBankOwner' })

/** Compares the owner of a bank account with the caller's proven name, as a withdrawal will. */
export async function checkBankOwner(
  ctx: Pick<Context, 'config' | 'db'>,
  { bankOwner }: z.output<typeof CheckBankOwner>,
  { id }: Caller,
): Promise<z.input<typeof CheckedBankOwner>> {
  const provenName = await findProvenName(ctx, id)
  const isKnown = provenName !== null && bankOwner !== undefined
  return { provenName, isSame: isKnown ? isSameName(provenName, bankOwner) : null }
}
