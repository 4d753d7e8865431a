import type { Entry } from '../../../core/ledger/statement.ts'

export type StatementFact =
  | 'deposit'
  | 'withdrawal'
  | 'order-hold'
  | 'order-release'
  | 'withdrawal-hold'
  | 'withdrawal-release'
  | 'trade'
  | 'fee'
  | 'tax'
  | 'adjustment'

const taxAccounts: ReadonlySet<Entry['other']> = new Set(['tax', 'taxCoins', 'vat'])

const isOfOrder = (key: string): boolean => /^(?:hold|release):order:/.test(key)

export function factOf({
  action,
  key,
  other,
}: Pick<Entry, 'action' | 'key' | 'other'>): StatementFact {
  if (action === 'HOLD') return isOfOrder(key) ? 'order-hold' : 'withdrawal-hold'
  if (action === 'RELEASE') return isOfOrder(key) ? 'order-release' : 'withdrawal-release'
  if (other === 'fees' || action === 'FEE') return 'fee'
  if (taxAccounts.has(other) || action === 'TAX') return 'tax'
  switch (action) {
    case 'DEPOSIT':
      return 'deposit'
    case 'WITHDRAWAL':
      return 'withdrawal'
    case 'TRADE':
      return 'trade'
    case 'ADJUSTMENT':
      return 'adjustment'
    default:
      return action satisfies never
  }
}

/** Returns the order, the withdrawal or the payment that a posting's key names; null: none. */
export function statementReferenceOf(key: string): string | null {
  const [, id = null] =
    /^(?:(?:hold|release):(?:order|withdrawal)|withdrawal|reversal|late|deposit):(.+)$/.exec(key) ??
    []
  return id
}
