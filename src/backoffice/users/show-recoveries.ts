import { z } from 'zod'
import { namedPage } from '../../app/identity-records/proven-names.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import {
  findRecovery,
  listRecoveries,
  recoveryStates,
} from '../../core/users/app-recoveries.sql.ts'
import {
  type ById,
  OperatorName,
  provenName,
} from '../../platform/access/operators/change-contracts.ts'
import { isoTime, oneOf, optional } from '../../platform/http/contracts/contracts.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'

export const ListRecoveries = z.object({
  state: optional(oneOf(recoveryStates)),
  ...cursorFields,
})

export const RecoveryView = z
  .object({
    id: z.int(),
    userId: z.int(),
    userEmail: z.string(),
    state: z.enum(recoveryStates).meta({
      description:
        '`stopped`: by the user or an operator. `void`: no second operator agreed within a week, ' +
        'the authenticator had changed before, or an operator lost the right to decide.',
    }),
    createdAt: isoTime,
    dueAt: isoTime.nullable().meta({ description: 'When it takes effect, once it is agreed.' }),
    endedAt: isoTime.nullable(),
    endedBy: OperatorName.nullable(),
  })
  .meta({ id: 'AppRecovery' })

export const ListedRecovery = RecoveryView.extend({ userName: provenName }).meta({
  id: 'ListedRecovery',
})

/** Lists removals of authenticators, newest first by default. */
export async function showRecoveries(
  ctx: Pick<Context, 'config' | 'db'>,
  input: z.output<typeof ListRecoveries>,
  operator: Operator,
) {
  const found = await listRecoveries(ctx.db, input)
  return namedPage(
    ctx,
    operator,
    found,
    input,
    ({ userId }) => userId,
    (one) => one,
  )
}

export const showRecovery = async (
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
): Promise<z.input<typeof RecoveryView>> =>
  (await findRecovery(ctx.db.read, id)) ?? refuse('api.recovery_not_found')
