import { isDecimal, subtractDecimals } from '@tukar/client'
import type { RowOf } from '@tukar/client/operator'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Status } from '../../ui/status.tsx'
import { timeColumn } from '../list/columns.tsx'
import { choiceFilter, timeFilters } from '../list/filter-form.tsx'
import { type ListColumn, ListPage } from '../list/list-page.tsx'
import { breakPath } from '../paths.ts'
import { ReportedText } from './reported-text.tsx'
import { reconciliationTexts } from './texts.ts'

export function Breaks() {
  const t = useTexts(reconciliationTexts)
  return (
    <ListPage
      label={t.breaks}
      path="/operator/api/breaks"
      exportedBy="viewer"
      keyOf={({ id }) => id}
      open={({ id }) => breakPath(id)}
      filters={[
        choiceFilter('state', t.state, { open: t.open, resolved: t.resolved }),
        choiceFilter('kind', t.kind, t.kinds),
        choiceFilter('provider', t.provider, t.providers),
        { name: 'symbol', label: t.asset, kind: 'text', search: true },
        ...timeFilters(t),
      ]}
      columns={useColumns()}
    />
  )
}

function useColumns(): readonly ListColumn<RowOf<'/operator/api/breaks'>>[] {
  const t = useTexts(reconciliationTexts)
  return [
    { key: 'kind', title: t.kind, cell: ({ kind }) => t.kinds[kind] },
    { key: 'provider', title: t.provider, cell: ({ provider }) => t.providers[provider] },
    { key: 'subject', title: t.subject, cell: ({ subject }) => subject },
    {
      key: 'state',
      title: t.state,
      cell: ({ resolvedAt }) => (
        <Status tone={resolvedAt === null ? 'bad' : 'good'}>
          {resolvedAt === null ? t.open : t.resolved}
        </Status>
      ),
    },
    { key: 'theirs', title: t.theirs, cell: ({ theirs }) => <ReportedText text={theirs} /> },
    { key: 'ours', title: t.ours, cell: ({ ours }) => <ReportedText text={ours} /> },
    {
      key: 'difference',
      title: t.difference,
      numeric: true,
      cell: ({ theirs, ours }) =>
        isDecimal(theirs) && isDecimal(ours) ? (
          <Amount value={subtractDecimals(theirs, ours)} signed />
        ) : (
          '–'
        ),
    },
    timeColumn('since', t.since, 'since'),
    timeColumn('resolved', t.resolvedAt, 'resolvedAt', { hidden: true }),
  ]
}
