import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { stateColumn, textColumn, timeColumn } from '../list/columns.tsx'
import { choiceFilter, timeFilters } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { proposalPath } from '../paths.ts'
import { ProposedValue } from '../proposed-value.tsx'
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
        choiceFilter('state', t.state, t.states),
        choiceFilter('kind', t.kind, t.kinds),
        ...timeFilters(t),
      ]}
      columns={[
        { key: 'time', title: t.proposedAt, cell: ({ proposedAt }) => <Time at={proposedAt} /> },
        {
          key: 'kind',
          title: t.kind,
          cell: ({ kind }) => t.kinds[kind],
          sortBy: (one) => one.kind,
        },
        textColumn('subject', t.subject, 'subject'),
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
        stateColumn('state', t.state, t.states, { sorted: true }),
        { key: 'by', title: t.proposedBy, cell: ({ proposedBy }) => proposedBy.email },
        { key: 'agreed', title: t.agreedBy, cell: ({ agreedBy }) => agreedBy?.email },
        timeColumn('due', t.dueAt, 'dueAt', { hidden: true }),
      ]}
    />
  )
}
