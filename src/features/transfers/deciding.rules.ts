import type { OperatorId } from '../../base/ids.ts'
import { mayActAs, type Role, roles } from '../../operators/roles.ts'

/** Whose word counts about money. Who was disabled since, or has another role now, is not heard. */
export const decidingRoles: readonly Role[] = roles.filter((role) => mayActAs(role, 'finance'))

/** Somebody who said something about money. */
export type Voice = Readonly<{ id: OperatorId; email: string }>
