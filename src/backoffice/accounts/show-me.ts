import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { type OperatorView, shownOperator } from './operator-contracts.ts'

export const showMe = (
  _ctx: Pick<Context, 'db'>,
  _input: object,
  operator: Operator,
): z.input<typeof OperatorView> => shownOperator(operator)
