import { z } from 'zod'
import { limits } from '../../base/limits.ts'
import { rawText } from '../../http/contracts.ts'
import type { Operator } from '../../operators/operators.sql.ts'
import { roles } from '../../operators/roles.ts'

/** An operator's password: a minimum length is the only rule. */
export const newOperatorPassword = rawText({
  min: limits.operators.passwordMinChars,
  max: limits.passwords.maxChars,
})

export const OperatorView = z.object({
  id: z.int(),
  email: z.string(),
  role: z.enum(roles),
  bind2FA: z.boolean(),
  passwordInitial: z.boolean().meta({ description: 'Whether it has to be replaced first.' }),
  invited: z.boolean().meta({ description: 'Whether the operator has no password yet.' }),
  confirmed: z.boolean().meta({ description: 'Whether approvals by the operator count.' }),
  disabled: z.boolean(),
  createdAt: z.iso.datetime(),
})

export const shownOperator = (operator: Operator): z.input<typeof OperatorView> => ({
  id: operator.id,
  email: operator.email,
  role: operator.role,
  bind2FA: operator.bind2FA,
  passwordInitial: operator.passwordInitial,
  invited: operator.invited,
  confirmed: operator.confirmed,
  disabled: operator.disabledAt !== null,
  createdAt: operator.createdAt.toISOString(),
})
