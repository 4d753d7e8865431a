import { choice, names, otpCode, type Page, reason, text, whenOneOf } from './page.ts'

const alerts: Page = {
  name: 'alerts',
  title: 'Alerts',
  group: 'Watching',
  path: 'alerts',
  about: 'What the service wants operators to know, the newest first.',
  filters: [choice('severity', 'Severity', names('critical warning info')), text('kind', 'Kind')],
  columns: names('id createdAt severity kind subject data'),
}

const isOpen = whenOneOf('resolvedAt', null)

const breaks: Page = {
  name: 'breaks',
  title: 'Breaks',
  group: 'Watching',
  path: 'breaks',
  about: 'Where the books of providers differ from ours, or did, the newest first.',
  filters: [
    choice('state', 'State', names('open resolved')),
    choice('kind', 'Kind', [
      ...names('balance unlisted-asset transfer sent-twice payment'),
      ...names('withdrawal-overdue withdrawal-in-doubt hold-overdue'),
    ]),
  ],
  begin: { state: 'open' },
  columns: names('id provider kind subject asset theirs ours since lastSeen stoppedAt resolvedAt'),
  actions: [
    {
      title: 'House money',
      role: 'finance',
      path: 'breaks/{id}/own',
      question: 'Say that so much of break {id} about {subject} is money of the house?',
      fields: [
        choice('direction', 'Direction', names('in out')),
        { ...text('amount', 'Amount'), hint: 'In: it was brought there. Out: it left.' },
        reason,
        otpCode,
      ],
      fits: (row) => isOpen(row) && row['kind'] === 'balance',
      tells: 'state',
    },
    {
      title: 'Close',
      role: 'finance',
      path: 'breaks/{id}/close',
      question: 'Say that break {id} about {subject} is settled?',
      fields: [reason],
      fits: isOpen,
    },
  ],
}

const inbox: Page = {
  name: 'inbox',
  title: 'Inbox',
  group: 'Watching',
  path: 'inbox',
  about: 'What providers told us, the newest first. Parked events wait for an operator.',
  filters: [choice('state', 'State', names('parked pending done')), text('source', 'Source')],
  columns: names('id receivedAt source key state outcome attempts error'),
  key: 'id',
  actions: [
    {
      title: 'Replay',
      role: 'finance',
      path: 'inbox/{id}/replay',
      question: 'Apply event {id} of {source} again?',
      fits: whenOneOf('state', 'parked'),
    },
  ],
}

const audit: Page = {
  name: 'audit',
  title: 'Audit',
  group: 'Watching',
  path: 'audit',
  about: 'What operators did, the newest first.',
  filters: [
    text('operatorId', 'Operator number'),
    text('action', 'Action'),
    text('subjectKind', 'Kind of subject'),
    text('subjectId', 'Subject'),
  ],
  columns: names('at operator.email action subject.kind subject.id before after ip requestId'),
}

const house: Page = {
  name: 'house',
  title: 'House accounts',
  group: 'Ledger',
  path: 'house',
  about: 'What the accounts of the house hold of each asset, what users are owed, and may be.',
  columns: names('symbol owed supplyCap accounts'),
}

const holds: Page = {
  name: 'holds',
  title: 'Holds',
  group: 'Ledger',
  path: 'holds',
  about: 'All frozen money, the longest frozen first, and what it is frozen for.',
  filters: [text('olderThan', 'Older than, in seconds')],
  columns: [
    ...names('id openedAt ageSeconds userId email remaining initial symbol'),
    ...names('owner.kind owner.id owner.status owner.incident'),
  ],
}

const postings: Page = {
  name: 'postings',
  title: 'Postings',
  group: 'Ledger',
  path: 'ledger/postings',
  about: 'What was posted, the latest first, with what each move left its user.',
  filters: [text('user', 'User number'), text('key', 'Key')],
  columns: names('id at action key moves'),
}

/** What happened, and what the books say of it. */
export const watchingPages: readonly Page[] = [alerts, breaks, inbox, audit]
export const ledgerPages: readonly Page[] = [house, holds, postings]
