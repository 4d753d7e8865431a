import { userId } from '../../base/values/ids.ts'
import { integerOf } from '../../base/values/integers.ts'
import type { Fact } from '../facts/fact.ts'
import type { FactType } from '../facts/fact-types.ts'
import type { Notice, OperatorNotice, UserNotice } from './notices.ts'

/** Deposits and withdrawals; orders record facts of their own, of which not all have a notice. */
const transfers: Readonly<Partial<Record<UserNotice['kind'], FactType>>> = {
  'deposit-completed': 'deposit.credited',
  'deposit-rejected': 'deposit.rejected',
  'withdrawal-accepted': 'withdrawal.accepted',
  'withdrawal-completed': 'withdrawal.completed',
  'withdrawal-failed': 'withdrawal.failed',
  'withdrawal-reversed': 'withdrawal.reversed',
}

const accounts: Readonly<Partial<Record<Notice['kind'], FactType>>> = {
  'identity-verified': 'identity.verified',
  'identity-failed': 'identity.failed',
  'account-suspended': 'account.suspended',
  'account-suspended-by-operator': 'account.suspended',
  'account-restored': 'account.restored',
  'withdrawals-locked': 'account.withdrawals_locked',
  'password-changed': 'account.password_changed',
  'pin-changed': 'account.pin_changed',
  'phone-bound': 'account.phone_bound',
  'bank-account-changed': 'account.bank_account_changed',
  'saved-address-changed': 'account.saved_address_changed',
  'api-key-created': 'account.api_key_created',
  'api-key-changed': 'account.api_key_changed',
  'api-key-deleted': 'account.api_key_deleted',
}

/** The facts for subscribers that these notices report. */
export const factsOfNotices = (notices: readonly Notice[]): readonly Fact[] =>
  notices.flatMap((notice) => factOf(notice) ?? [])

function factOf(notice: Notice): Fact | null {
  const { key } = notice
  if (notice.to === 'operator') return operatorFactOf(notice)
  const { user } = notice
  if (notice.to === 'user') {
    const type = transfers[notice.kind]
    // A deposit is found by the key of its notice.
    const subject = type?.startsWith('deposit.') ? key : notice.data.reference
    return type === undefined ? null : { type, user, subject, key }
  }
  const type = accounts[notice.kind]
  return type === undefined
    ? null
    : { type, user, subject: String(user), key, item: { userId: user } }
}

function operatorFactOf({ kind, key, data }: OperatorNotice): Fact | null {
  if (kind === 'deposit-in-suspense') {
    const item = { deposit: key.replace(/^suspense:/, ''), reason: data['reason'] ?? '' }
    return { type: 'deposit.suspended', user: null, subject: item.deposit, key, item }
  }
  if (kind !== 'email-verified') return null
  const user = userId(integerOf(data['userId'] ?? ''))
  return {
    type: 'account.email_verified',
    user,
    subject: String(user),
    key,
    item: { userId: user },
  }
}
