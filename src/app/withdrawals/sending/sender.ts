import type { Context } from '../../../context.ts'
import type { CustodyRefusal } from '../model/refusal.rules.ts'
import type { Sent, Withdrawal, WithdrawalReport } from '../model/withdrawal.rules.ts'

export type SendContext = Pick<Context, 'clock' | 'config' | 'custody' | 'db' | 'log' | 'payx'>

/** A provider's answer about a withdrawal. `absent`: the provider never received it. */
export type SentLookup =
  | Readonly<{ kind: 'found'; report: WithdrawalReport }>
  | Readonly<{ kind: 'absent' | 'unknown' }>

/** The provider of one kind of withdrawal. Calls are made outside transactions. */
export type Sender = Readonly<{
  /** Whether the provider never sends twice under one id, however late a repeat arrives. */
  neverTwice: boolean
  /**
   * Returns null if the outcome is unknown; a definite failure is reported as failed. After a
   * refusal the caller asks whether the provider knows the withdrawal anyway.
   */
  send: (
    ctx: SendContext,
    withdrawal: Withdrawal,
  ) => Promise<WithdrawalReport | CustodyRefusal | null>
  ask: (ctx: SendContext, sent: Sent) => Promise<SentLookup>
}>
