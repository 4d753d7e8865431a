import {
  type Action,
  choice,
  type Field,
  names,
  otpCode,
  type Page,
  reason,
  whenOneOf,
} from './page.ts'
import { valueAt } from './row.ts'

const users: Page = {
  name: 'users',
  title: 'Users',
  group: 'People',
  path: 'users',
  about: 'Each search and each look stands in the audit.',
  filters: [
    {
      name: 'q',
      label: 'Search',
      kind: 'text',
      hint: 'The beginning of an address, a phone or a number.',
    },
    choice('suspended', 'Suspended', names('true false')),
  ],
  columns: names('id email phone identityStatus suspendedAt createdAt'),
  key: 'id',
  links: [
    { title: 'Withdrawals', to: '#/withdrawals?user={id}' },
    { title: 'Claimed deposits', to: '#/deposits?user={id}' },
    { title: 'Orders', to: '#/orders?user={id}' },
    { title: 'Postings', to: '#/postings?user={id}' },
    { title: 'Audit', to: '#/audit?subjectKind=user&subjectId={id}' },
  ],
  actions: [
    {
      title: 'Suspend',
      role: 'support',
      path: 'users/{id}/suspend',
      question: 'Suspend {email}? Every session and API key ends.',
      fields: [reason],
      fits: whenOneOf('suspendedAt', null),
    },
    {
      title: 'Restore',
      role: 'support',
      path: 'users/{id}/restore',
      question: 'Open the account of {email} again?',
      fields: [reason],
      fits: (row) => row['suspendedAt'] !== null,
    },
  ],
}

const phones: Page = {
  name: 'phones',
  title: 'Blacklisted phones',
  group: 'People',
  path: 'blacklist/phones',
  about: 'Phones that can not be bound.',
  columns: names('phone reason createdAt'),
  actions: [
    {
      title: 'Lift',
      role: 'support',
      method: 'DELETE',
      path: 'blacklist/phones',
      question: 'Take {phone} off the blacklist?',
      fields: [reason],
      sends: ({ phone }) => ({ phone }),
    },
  ],
}

const role = choice('role', 'Role', names('viewer support finance admin'))

/** Nobody changes themselves. */
const toAnother = (
  action: Pick<Action, 'title' | 'path' | 'question'> & Partial<Action>,
): Action => ({
  role: 'admin',
  ...action,
  fits: (row, operator) => row['id'] !== operator.id && (action.fits?.(row, operator) ?? true),
})

const operators: Page = {
  name: 'operators',
  title: 'Operators',
  group: 'People',
  role: 'admin',
  path: 'operators',
  about:
    'Operators choose their passwords by a mailed link. Approvals by a new or reset operator' +
    ' count once a second admin, who is independent of them, confirms them.',
  columns: names('id email role bind2FA invited confirmed disabled createdAt'),
  makes: [
    {
      title: 'Make an operator',
      role: 'admin',
      path: 'operators',
      question: 'Make this operator, and mail a link to choose a password?',
      fields: [{ name: 'email', label: 'Email', kind: 'email' }, role, otpCode],
    },
  ],
  actions: [
    toAnother({
      title: 'Role',
      method: 'PUT',
      path: 'operators/{id}/role',
      question: 'Give {email}, who is {role}, this role?',
      fields: [role, otpCode],
    }),
    toAnother({
      title: 'Confirm',
      path: 'operators/{id}/confirm',
      question: 'Have you spoken with {email}, so that their approvals may count?',
      fields: [otpCode],
      fits: (row) => row['confirmed'] === false && row['invited'] === false,
    }),
    toAnother({
      title: 'Invite again',
      path: 'operators/{id}/invite',
      question: 'Mail {email} another link? The one before stops working.',
      fields: [otpCode],
      fits: whenOneOf('invited', true),
    }),
    toAnother({
      title: 'Reset',
      path: 'operators/{id}/reset',
      question: 'Take password and authenticator app of {email} away, and mail a link?',
      fields: [otpCode],
    }),
    toAnother({
      title: 'Disable',
      path: 'operators/{id}/disable',
      question: 'Shut {email} out at once?',
      fields: [reason],
      fits: whenOneOf('disabled', false),
    }),
    toAnother({
      title: 'Enable',
      path: 'operators/{id}/enable',
      question: 'Let {email} in again?',
      fields: [otpCode],
      fits: whenOneOf('disabled', true),
    }),
  ],
}

const flip = (type: 'WD' | 'DEPO', value: 0 | 1): Action => {
  const what = type === 'WD' ? 'withdrawals' : 'claimed deposits'
  const title = `${value === 1 ? 'Start' : 'Stop'} ${what}`
  return {
    title,
    role: 'finance',
    method: 'PUT',
    path: 'wallet-status',
    question: `${title} for all users?`,
    fields: [reason],
    sends: () => ({ type, value }),
    fits: whenOneOf(
      type === 'WD' ? 'withdrawal_status' : 'deposit_status',
      value === 1 ? 'inactive' : 'active',
    ),
  }
}

const walletStatus: Page = {
  name: 'wallet-status',
  title: 'Wallet status',
  group: 'Service',
  path: '/api/wallet-status',
  about: 'Whether withdrawals, and deposits that users claim, are served.',
  columns: names('withdrawal_status deposit_status'),
  actions: [flip('WD', 0), flip('WD', 1), flip('DEPO', 0), flip('DEPO', 1)],
}

const value: Field = { name: 'value', label: 'Value', kind: 'text', from: 'value' }

const isOpen = whenOneOf('state', 'proposed', 'agreed')

const settings: Page = {
  name: 'settings',
  title: 'Settings',
  group: 'Service',
  role: 'finance',
  path: 'settings',
  about:
    'A new value holds at once. That of a guarded setting, which guards money, is a proposal, and' +
    ' another admin has to agree to it.',
  columns: names('key value kind guarded minimum maximum isPublic'),
  actions: [
    {
      title: 'Change',
      role: 'admin',
      method: 'PUT',
      path: 'settings/{key}',
      question: 'Change {key}, which is {value}?',
      fields: [value],
      fits: whenOneOf('guarded', false),
    },
    {
      title: 'Propose',
      role: 'admin',
      method: 'PUT',
      path: 'settings/{key}',
      question: 'Propose another value of {key}, which is {value}? Every admin is mailed.',
      fields: [value, otpCode],
      fits: whenOneOf('guarded', true),
    },
  ],
}

const proposals: Page = {
  name: 'proposals',
  title: 'Proposals',
  group: 'Service',
  role: 'finance',
  path: 'proposals',
  about:
    'Changes of what guards money, the newest first. They take effect when an independent admin' +
    ' has agreed, and not before they are due.',
  filters: [
    choice('state', 'State', names('proposed agreed effective withdrawn superseded expired void')),
  ],
  columns: [
    ...names('id state kind subject before value proposedBy.email proposedAt dueAt'),
    ...names('agreedBy.email expiresAt endedAt'),
  ],
  actions: [
    {
      title: 'Agree',
      role: 'admin',
      path: 'proposals/{id}/agree',
      question: 'Agree to {value} for {subject}, in place of {before}?',
      fields: [otpCode],
      tells: 'state',
      fits: (row, { id }) => row['state'] === 'proposed' && valueAt(row, 'proposedBy.id') !== id,
    },
    {
      title: 'Withdraw',
      role: 'finance',
      path: 'proposals/{id}/withdraw',
      question: 'Withdraw the proposal of {value} for {subject}?',
      fits: (row, { id, role }) =>
        isOpen(row) && (role === 'admin' || valueAt(row, 'proposedBy.id') === id),
    },
  ],
}

/** Users and operators, and how the service is set. */
export const peoplePages: readonly Page[] = [users, phones, operators]
export const servicePages: readonly Page[] = [walletStatus, settings, proposals]
