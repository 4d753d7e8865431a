import type { RowOf } from '@tukar/client/operator'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { userColumn } from '../list/columns.tsx'
import { choiceFilter } from '../list/filter-form.tsx'
import { type ListColumn, ListPage } from '../list/list-page.tsx'
import { decisionPath, type OpenDecision } from './decision.ts'
import { useReasons } from './reasons.ts'
import { countedOf } from './standing.tsx'
import { decisionTexts } from './texts.ts'

const worthOf = ({ worthIdr }: OpenDecision) => worthIdr

/** Everything that waits for operators, oldest first. */
export function Queue() {
  const t = useTexts(decisionTexts)
  return (
    <ListPage
      label={t.approvals}
      path="/operator/api/approvals"
      keyOf={({ kind, id }) => `${kind} ${id}`}
      open={decisionPath}
      filters={[choiceFilter('kind', t.kind, t.kinds)]}
      columns={useColumns()}
    />
  )
}

function useColumns(): readonly ListColumn<RowOf<'/operator/api/approvals'>>[] {
  const t = useTexts(decisionTexts)
  const reasonsOf = useReasons()
  return [
    {
      key: 'kind',
      title: t.kind,
      cell: ({ kind }) => t.kinds[kind],
      sortBy: (one) => one.kind,
    },
    {
      key: 'yours',
      title: t.forYou,
      cell: ({ obstacle }) =>
        obstacle === null ? (
          <Status tone="good">{t.open}</Status>
        ) : (
          <Status tone="quiet">{t.short[obstacle]}</Status>
        ),
    },
    { key: 'since', title: t.since, cell: ({ at }) => <Time at={at} relative /> },
    { key: 'subject', title: t.subject, cell: ({ subject }) => subject },
    {
      key: 'amount',
      title: t.amount,
      numeric: true,
      cell: ({ amount, symbol }) =>
        amount !== null && <Amount value={amount} symbol={symbol ?? ''} />,
    },
    {
      key: 'worth',
      title: t.worth,
      numeric: true,
      cell: (one) => one.worthIdr !== null && <Amount value={one.worthIdr} symbol="IDR" />,
      sortBy: worthOf,
    },
    {
      key: 'agreed',
      title: t.agreed,
      cell: (one) => t.of(countedOf(one), one.needed),
    },
    {
      key: 'reasons',
      title: t.reasons,
      cell: (one) => reasonsOf(one).join(', '),
    },
    userColumn(t.user, 'userEmail'),
  ]
}
