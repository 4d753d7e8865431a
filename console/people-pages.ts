import { type Action, choice, names, type Page, reason, whenOneOf } from './page.ts'

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
  about: 'Who runs the service.',
  columns: names('id email role bind2FA passwordInitial disabled createdAt'),
  makes: [
    {
      title: 'Make an operator',
      role: 'admin',
      path: 'operators',
      question: 'Make this operator? The first password is shown once.',
      fields: [{ name: 'email', label: 'Email', kind: 'email' }, role],
      reveals: 'password',
    },
  ],
  actions: [
    toAnother({
      title: 'Role',
      method: 'PUT',
      path: 'operators/{id}/role',
      question: 'Give {email}, who is {role}, this role?',
      fields: [role],
    }),
    toAnother({
      title: 'Reset',
      path: 'operators/{id}/reset',
      question: 'Give {email} a new first password, and no authenticator app?',
      reveals: 'password',
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

const settings: Page = {
  name: 'settings',
  title: 'Settings',
  group: 'Service',
  role: 'finance',
  path: 'settings',
  about: 'A new value holds at once.',
  columns: names('key value kind isPublic'),
  actions: [
    {
      title: 'Change',
      role: 'admin',
      method: 'PUT',
      path: 'settings/{key}',
      question: 'Change {key}, which is {value}?',
      fields: [{ name: 'value', label: 'Value', kind: 'text', from: 'value' }],
    },
  ],
}

/** Users and operators, and how the service is set. */
export const peoplePages: readonly Page[] = [users, phones, operators]
export const servicePages: readonly Page[] = [walletStatus, settings]
