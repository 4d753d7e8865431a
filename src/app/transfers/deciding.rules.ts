import type { OperatorId } from '../../base/values/ids.ts'

/** An operator who gave an approval or a proposal. */
export type Approver = Readonly<{ id: OperatorId; email: string }>
