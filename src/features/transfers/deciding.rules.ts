import type { OperatorId } from '../../base/ids.ts'

/** Somebody who said something about money. */
export type Approver = Readonly<{ id: OperatorId; email: string }>
