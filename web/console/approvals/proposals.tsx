import { useTexts } from '../../ui/language.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { choicesOf } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { proposalPath } from '../paths.ts'
import { ProposedValue } from '../proposed-value.tsx'
import { toneOf } from '../state-word.tsx'
import { changeTexts } from './change-texts.ts'

/** The first line of a value; instructions for payments have several. */
const firstLine = (value: string) => value.replace(/\n[\s\S]*$/, ' …')

export function Proposals() {
  const t = useTexts(changeTexts)
  return (
    <ListPage
      label={t.proposals}
      path="/operator/api/proposals"
      keyOf={({ id }) => id}
      open={({ id }) => proposalPath(id)}
      filters={[
        { name: 'state', label: t.state, kind: 'choice', choices: choicesOf(t.states) },
        { name: 'kind', label: t.kind, kind: 'choice', choices: choicesOf(t.kinds) },
        { name: 'from', label: t.from, kind: 'time' },
        { name: 'to', label: t.to, kind: 'time' },
      ]}
      columns={[
        { key: 'time', title: t.proposedAt, cell: ({ proposedAt }) => <Time at={proposedAt} /> },
        {
          key: 'kind',
          title: t.kind,
          cell: ({ kind }) => t.kinds[kind],
          sortBy: (one) => one.kind,
        },
        {
          key: 'subject',
          title: t.subject,
          cell: ({ subject }) => subject,
          sortBy: ({ subject }) => subject,
        },
        {
          key: 'before',
          title: t.before,
          cell: (one) => <ProposedValue proposal={one} value={firstLine(one.before)} />,
        },
        {
          key: 'value',
          title: t.value,
          cell: (one) => <ProposedValue proposal={one} value={firstLine(one.value)} />,
        },
        {
          key: 'state',
          title: t.state,
          cell: ({ state }) => <Status tone={toneOf(state)}>{t.states[state]}</Status>,
          sortBy: ({ state }) => state,
        },
        { key: 'by', title: t.proposedBy, cell: ({ proposedBy }) => proposedBy.email },
        { key: 'agreed', title: t.agreedBy, cell: ({ agreedBy }) => agreedBy?.email },
        { key: 'due', title: t.dueAt, cell: ({ dueAt }) => <Time at={dueAt} />, hidden: true },
      ]}
    />
  )
}
