import type { Context } from '../../../context.ts'
import type { CustodyRefusal } from './refusal.rules.ts'
import type { Sent, Withdrawal, WithdrawalReport } from './withdrawal.rules.ts'

export type SendContext = Pick<Context, 'config' | 'custody' | 'db' | 'log' | 'payx'>

/** What a provider knows of a withdrawal. `absent`: it never heard of it. */
export type SentLookup =
  | Readonly<{ kind: 'found'; told: WithdrawalReport }>
  | Readonly<{ kind: 'absent' | 'unknown' }>

/** The provider one kind of withdrawals leaves through. Calls are made outside transactions. */
export type Sender = Readonly<{
  /** Whether the provider itself never sends twice under one id, however late it comes again. */
  neverTwice: boolean
  /**
   * Null when nobody can tell what became of it; a definite no is told as failed. After a refusal
   * the provider is asked whether it knows the withdrawal all the same.
   */
  send: (
    ctx: SendContext,
    withdrawal: Withdrawal,
  ) => Promise<WithdrawalReport | CustodyRefusal | null>
  ask: (ctx: SendContext, sent: Sent) => Promise<SentLookup>
}>
