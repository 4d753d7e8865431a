/** What the item of an event is; each kind has one form, which the API documents describe. */
export type ItemKind =
  | 'account'
  | 'adjustment'
  | 'break'
  | 'decision'
  | 'fill'
  | 'order'
  | 'suspended-deposit'
  | 'transfer'

type FactTerms = Readonly<{ item: ItemKind; summary: string }>

const transfer = (summary: string): FactTerms => ({ item: 'transfer', summary })
const order = (summary: string): FactTerms => ({ item: 'order', summary })
const account = (summary: string): FactTerms => ({ item: 'account', summary })

/** All types of events. A type and the form of its item never change; a change is a new version. */
export const factTypes = {
  'deposit.credited': transfer("A deposit was credited to its owner's balance."),
  'deposit.rejected': transfer('An operator rejected a deposit that a user claimed.'),
  'deposit.suspended': {
    item: 'suspended-deposit',
    summary: 'Money arrived whose owner is not known, or that its owner may not have yet.',
  },
  'withdrawal.accepted': transfer('A withdrawal was accepted; its money is held.'),
  'withdrawal.completed': transfer('A withdrawal was paid.'),
  'withdrawal.failed': transfer(
    "A withdrawal ended unpaid; the money is back in the owner's balance.",
  ),
  'withdrawal.reversed': transfer('The bank returned a paid withdrawal to its owner.'),
  'order.accepted': order('An order was accepted; its money is held.'),
  'order.done': order('An order was executed in full.'),
  'order.canceled': order('An order ended before it was executed in full.'),
  'fill.recorded': { item: 'fill', summary: 'A trade executed an order, or a part of it.' },
  'ledger.adjusted': {
    item: 'adjustment',
    summary: 'A posting corrected accounts: suspense, dust, treasury transfers, late resolutions.',
  },
  'identity.verified': account("A user's identity was proven."),
  'identity.failed': account("A user's identity could not be proven."),
  'account.registered': account('A user registered.'),
  'account.email_verified': account('A user proved the address of the account.'),
  'account.suspended': account('An account was suspended.'),
  'account.restored': account('The suspension of an account was lifted.'),
  'account.withdrawals_locked': account('Withdrawals of an account are locked for some time.'),
  'account.password_changed': account("A user's password changed."),
  'account.pin_changed': account("A user's PIN changed."),
  'account.twofa_bound': account('A user bound an authenticator.'),
  'account.twofa_unbound': account("A user's authenticator was removed."),
  'account.phone_bound': account('A user bound a phone.'),
  'account.bank_account_changed': account("A user's bank account was added, changed or deleted."),
  'account.saved_address_changed': account('A saved address was added or deleted.'),
  'account.api_key_created': account('A user created an API key.'),
  'account.api_key_changed': account('A user changed an API key.'),
  'account.api_key_deleted': account('An API key was deleted.'),
  'operator.acted': {
    item: 'decision',
    summary: 'An operator decided, changed or looked at something.',
  },
  'break.opened': { item: 'break', summary: "Our books and a provider's differ." },
  'break.resolved': { item: 'break', summary: 'A difference is resolved.' },
} as const satisfies Readonly<Record<string, FactTerms>>

export type FactType = keyof typeof factTypes

export const factTypeNames = Object.keys(factTypes)

export const isFactType = (text: string): text is FactType => Object.hasOwn(factTypes, text)
