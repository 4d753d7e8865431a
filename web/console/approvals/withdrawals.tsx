import type { RowOf } from '@tukar/client/operator'
import { Amount } from '../../ui/amount.tsx'
import { ShortId } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { amountColumn, stateColumn, userColumn } from '../list/columns.tsx'
import { choiceFilter, timeFilters } from '../list/filter-form.tsx'
import { type ListColumn, ListPage } from '../list/list-page.tsx'
import { withdrawalPath } from '../paths.ts'
import { moneyTexts } from './money-texts.ts'
import { decisionTexts } from './texts.ts'

const statuses = [
  'PENDING_APPROVAL',
  'PROCESSING',
  'SUBMITTED',
  'SUCCESS',
  'FAILED',
  'REJECTED',
] as const

export function Withdrawals() {
  const t = useTexts(moneyTexts)
  return (
    <ListPage
      label={t.withdrawals}
      path="/operator/api/withdrawals"
      keyOf={({ id }) => id}
      open={({ id }) => withdrawalPath(id)}
      filters={[
        {
          name: 'status',
          label: t.status,
          kind: 'choice',
          choices: statuses.map((value) => ({ value, label: t.statuses[value] })),
        },
        choiceFilter('kind', t.kind, t.kinds),
        { name: 'user', label: t.userId, kind: 'text', search: true },
        { name: 'symbol', label: t.asset, kind: 'text' },
        choiceFilter('incident', t.incident, { true: t.onlyIncidents }),
        ...timeFilters(t),
      ]}
      columns={useColumns()}
    />
  )
}

function useColumns(): readonly ListColumn<RowOf<'/operator/api/withdrawals'>>[] {
  const t = useTexts(moneyTexts)
  const { of } = useTexts(decisionTexts)
  return [
    { key: 'time', title: t.time, cell: ({ createdAt }) => <Time at={createdAt} /> },
    userColumn(t.user, 'userId'),
    amountColumn('amount', t.amount, 'amount', { symbolIn: 'symbol' }),
    {
      key: 'worth',
      title: t.worth,
      numeric: true,
      cell: ({ worthIdr }) =>
        worthIdr === null ? t.noPrice : <Amount value={worthIdr} symbol="IDR" />,
      sortBy: ({ worthIdr }) => worthIdr,
    },
    stateColumn('status', t.status, t.statuses, { sorted: true }),
    {
      key: 'approvals',
      title: t.approvals,
      cell: (one) => one.approvalsNeeded > 0 && of(one.approvals, one.approvalsNeeded),
    },
    { key: 'incident', title: t.incident, cell: ({ incident }) => incident },
    { key: 'id', title: t.number, cell: ({ id }) => <ShortId id={id} />, hidden: true },
    amountColumn('fee', t.fee, 'fee', { symbolIn: 'symbol', hidden: true }),
  ]
}
