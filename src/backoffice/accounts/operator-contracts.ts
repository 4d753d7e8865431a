import { z } from 'zod'
import { operatorLimits } from '../../core/operators/operator-limits.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { roles } from '../../core/operators/roles.ts'
import { itemVersion } from '../../platform/access/operators/versions.ts'
import { passwordLimits } from '../../platform/access/passwords/password-limits.ts'
import { isoTime, rawText } from '../../platform/http/contracts/contracts.ts'

/** An operator's password: a minimum length is the only rule of its form. */
export const newOperatorPassword = rawText({
  min: operatorLimits.passwordMinChars,
  max: passwordLimits.maxChars,
})

export const OperatorView = z
  .object({
    id: z.int(),
    email: z.string(),
    role: z.enum(roles),
    bind2FA: z.boolean(),
    passwordInitial: z
      .boolean()
      .meta({ description: 'Whether the operator must replace it first.' }),
    invited: z.boolean().meta({ description: 'Whether the operator has no password yet.' }),
    confirmed: z.boolean().meta({ description: 'Whether approvals by the operator count.' }),
    attestedUntil: isoTime.nullable().meta({
      description: 'Until when an attestation by an independent admin counts.',
    }),
    attestationDue: z.boolean().meta({
      description: 'Whether the operator was invited or reset, and no attestation counts.',
    }),
    disabled: z.boolean(),
    createdAt: isoTime,
    version: z.string(),
  })
  .meta({ id: 'Operator' })

export const shownOperator = ({
  disabledAt,
  ...operator
}: Operator): z.input<typeof OperatorView> => ({
  ...operator,
  disabled: disabledAt !== null,
  version: itemVersion({ role: operator.role }),
})
