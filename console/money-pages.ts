import { choice, names, otpCode, type Page, reason, text, whenOneOf } from './page.ts'

const user = text('user', 'User number')

const waits = whenOneOf('status', 'PENDING_APPROVAL')
const underWay = whenOneOf('status', 'PROCESSING', 'SUBMITTED')

const withdrawals: Page = {
  name: 'withdrawals',
  title: 'Withdrawals',
  group: 'Money',
  path: 'withdrawals',
  about: 'The latest first.',
  filters: [
    choice(
      'status',
      'Status',
      names('PENDING_APPROVAL PROCESSING SUBMITTED SUCCESS FAILED REJECTED'),
    ),
    choice('kind', 'Kind', names('COIN CASH')),
    user,
    choice('incident', 'Contradicted by a provider', ['true']),
  ],
  begin: { status: 'PENDING_APPROVAL' },
  columns: [
    ...names('id createdAt kind userId amount symbol worthIdr status incident'),
    ...names('approvals approvalsNeeded approvalReasons'),
  ],
  key: 'id',
  actions: [
    {
      title: 'Approve',
      role: 'finance',
      path: 'withdrawals/{id}/approve',
      question: 'Approve the withdrawal of {amount} {symbol} by user {userId}?',
      fields: [{ name: 'note', label: 'Note, if any', kind: 'lines', optional: true }, otpCode],
      fits: waits,
    },
    {
      title: 'Reject',
      role: 'finance',
      path: 'withdrawals/{id}/reject',
      question: 'Reject the withdrawal of {amount} {symbol} by user {userId}?',
      fields: [reason],
      fits: waits,
    },
    {
      title: 'Resolve',
      role: 'finance',
      path: 'withdrawals/{id}/resolve',
      question: 'Resolve the withdrawal of {amount} {symbol} by user {userId} like this?',
      fields: [choice('outcome', 'Outcome', names('retry completed failed')), reason, otpCode],
      fits: (row) => underWay(row) || typeof row['incident'] === 'string',
    },
  ],
}

const isPending = whenOneOf('status', 'PENDING')

const deposits: Page = {
  name: 'deposits',
  title: 'Claimed deposits',
  group: 'Money',
  path: 'deposits',
  about: 'Transfers to our bank that users claim, the oldest first.',
  filters: [choice('status', 'Status', names('PENDING COMPLETED REJECTED')), user],
  begin: { status: 'PENDING' },
  columns: names('id createdAt userId email amount symbol status review reason'),
  key: 'id',
  actions: [
    {
      title: 'Approve',
      role: 'finance',
      path: 'deposits/{id}/approve',
      question: 'Say that this deposit came? {email} claims {amount} {symbol}.',
      fields: [
        {
          name: 'amount',
          label: 'Amount that came, if another',
          kind: 'text',
          optional: true,
          hint: 'In whole rupiah.',
        },
        { ...otpCode, hint: 'Needed if two operators must agree.' },
      ],
      fits: isPending,
    },
    {
      title: 'Reject',
      role: 'finance',
      path: 'deposits/{id}/reject',
      question: 'Say that the {amount} {symbol} of {email} did not come?',
      fields: [reason],
      fits: isPending,
    },
  ],
}

const isUndecided = whenOneOf('state', 'open', 'proposed')

const suspense: Page = {
  name: 'suspense',
  title: 'Suspense',
  group: 'Money',
  path: 'suspense',
  about: 'Money that came in without an owner, the oldest first. Two operators must say the same.',
  filters: [choice('state', 'State', names('open proposed assigned returned'))],
  begin: { state: 'open' },
  columns: names('id createdAt source reference amount symbol inWords reason state assignedUser'),
  key: 'id',
  actions: [
    {
      title: 'Assign',
      role: 'finance',
      path: 'suspense/{id}/assign',
      question: 'Say that the {amount} {symbol} of item {id} belong to this user?',
      fields: [text('userId', 'User number'), reason, otpCode],
      fits: (row) => isUndecided(row) && row['amount'] !== null,
    },
    {
      title: 'Return',
      role: 'finance',
      path: 'suspense/{id}/return',
      question: 'Say that item {id} was given back outside of this service?',
      fields: [reason, otpCode],
      fits: isUndecided,
    },
  ],
}

const isOpen = whenOneOf('status', 'CREATE')

const orders: Page = {
  name: 'orders',
  title: 'Orders',
  group: 'Trading',
  path: 'orders',
  about: 'The latest first. Those in doubt wait for an operator.',
  filters: [
    choice('inDoubt', 'In doubt', ['true']),
    choice('status', 'Status', names('CREATE DONE CANCEL')),
    user,
    text('txPair', 'Pair'),
  ],
  columns: names(
    'order_no createdAt userId txPair side type price volume executedVolume status incident',
  ),
  key: 'order_no',
  actions: [
    {
      title: 'Ask the venue',
      role: 'finance',
      path: 'orders/{order_no}/ask',
      question: 'Ask the venue about order {order_no} and take over what it says?',
      fits: (row) => isOpen(row) || typeof row['incident'] === 'string',
    },
    {
      title: 'Cancel the order',
      role: 'finance',
      path: 'orders/{order_no}/cancel',
      question: 'Cancel order {order_no} of user {userId}?',
      fields: [reason],
      fits: isOpen,
    },
  ],
}

const strayTrades: Page = {
  name: 'stray-trades',
  title: 'Stray trades',
  group: 'Trading',
  path: 'stray-trades',
  about: 'Trades on our account that no open order stands for; their money is in suspense.',
  columns: [
    ...names('tradeId tradedAt txPair side volume amount'),
    ...names('commission commissionAsset venueOrderId clientOrderId'),
  ],
}

/** Money coming in and going out, and orders. */
export const moneyPages: readonly Page[] = [withdrawals, deposits, suspense, orders, strayTrades]
