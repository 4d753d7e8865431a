import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { ShortId, ShortText } from '../../../ui/copy-text.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { Time } from '../../../ui/time.tsx'
import { CodeName } from '../../code-name.tsx'
import { ListPage } from '../../list/list-page.tsx'
import {
  breakPath,
  claimPath,
  eventPath,
  identityPath,
  inquiryPath,
  operatorPath,
  orderPath,
  proposalPath,
  suspensePath,
  userPath,
  withdrawalPath,
} from '../../paths.ts'
import { actionInWords, auditTexts } from '../../words/audit-texts.ts'
import { serviceTexts } from './texts.ts'

type Entry = components['schemas']['AuditEntry']

/** The pages of the subjects that have one. */
const pagesOf: Readonly<Record<string, (id: string) => string>> = {
  user: userPath,
  withdrawal: withdrawalPath,
  deposit: claimPath,
  suspense: suspensePath,
  break: breakPath,
  order: orderPath,
  operator: operatorPath,
  inquiry: inquiryPath,
  proposal: proposalPath,
  identity: identityPath,
  'inbox-event': eventPath,
  news: (id) => `/news/${id}`,
}

/** An action in words, and the name by which it is searched. */
function ActionName({ action }: Readonly<{ action: string }>) {
  return (
    <>
      {actionInWords(useTexts(auditTexts), action)}
      <br />
      <CodeName name={action} />
    </>
  )
}

export function Audit() {
  const t = useTexts(serviceTexts)
  return (
    <ListPage
      label={t.audit}
      path="/operator/api/audit"
      keyOf={({ id }) => id}
      filters={[
        { name: 'operatorId', label: t.operatorId, kind: 'text' },
        { name: 'action', label: t.action, kind: 'text', search: true },
        { name: 'subjectKind', label: t.subjectKind, kind: 'text' },
        { name: 'subjectId', label: t.subjectId, kind: 'text' },
        { name: 'from', label: t.begin, kind: 'time' },
        { name: 'to', label: t.end, kind: 'time' },
      ]}
      columns={[
        { key: 'time', title: t.time, cell: ({ at }) => <Time at={at} /> },
        {
          key: 'operator',
          title: t.operator,
          cell: ({ operator }) =>
            operator === null ? (
              t.none
            ) : (
              <Link href={operatorPath(operator.id)}>{operator.email}</Link>
            ),
          sortBy: ({ operator }) => operator?.email ?? '',
        },
        {
          key: 'action',
          title: t.action,
          cell: ({ action }) => <ActionName action={action} />,
          sortBy: ({ action }) => action,
        },
        { key: 'subject', title: t.subject, cell: ({ subject }) => <Subject subject={subject} /> },
        { key: 'changes', title: t.changes, cell: (entry) => <Changes entry={entry} /> },
        { key: 'ip', title: t.ip, cell: ({ ip }) => ip, hidden: true },
        {
          key: 'request',
          title: t.request,
          cell: ({ requestId }) => requestId !== null && <ShortId id={requestId} />,
          hidden: true,
        },
      ]}
    />
  )
}

function Subject({ subject: { kind, id } }: Readonly<{ subject: Entry['subject'] }>) {
  const page = Object.hasOwn(pagesOf, kind) ? pagesOf[kind] : undefined
  const name = (
    <>
      {kind} <ShortText id={id} chars={8} />
    </>
  )
  return page === undefined ? name : <Link href={page(id)}>{name}</Link>
}

/** What the action changed: each fact as it was and as it is. */
function Changes({ entry }: Readonly<{ entry: Entry }>) {
  const [before, after] = [factsOf(entry.before), factsOf(entry.after)]
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const changed = names.filter((name) => before.get(name) !== after.get(name))
  return (
    <ul className="change-list">
      {changed.map((name) => (
        <li key={name}>
          <span className="quiet">{`${name}: `}</span>
          {before.has(name) && <s>{before.get(name)}</s>} {after.get(name)}
        </li>
      ))}
    </ul>
  )
}

const factsOf = (facts: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(typeof facts === 'object' && facts !== null ? facts : {}).map(
      ([name, value]) => [name, factOf(value)],
    ),
  )

const factOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  return value === null ? '–' : JSON.stringify(value)
}
