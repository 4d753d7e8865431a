import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { amountColumn, stateColumn, userColumn } from '../list/columns.tsx'
import { timeFilters } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { claimPath } from '../paths.ts'
import { reasonTexts } from '../reason-texts.ts'
import { moneyTexts } from './money-texts.ts'
import { decisionTexts } from './texts.ts'

const statuses = ['PENDING', 'COMPLETED', 'REJECTED'] as const

export function Claims() {
  const t = useTexts(moneyTexts)
  const { reasons } = useTexts(decisionTexts)
  const why = useTexts(reasonTexts)
  return (
    <ListPage
      label={t.claims}
      path="/operator/api/deposits"
      keyOf={({ id }) => id}
      open={({ id }) => claimPath(id)}
      filters={[
        {
          name: 'status',
          label: t.status,
          kind: 'choice',
          choices: statuses.map((value) => ({ value, label: t.statuses[value] })),
        },
        { name: 'user', label: t.userId, kind: 'text', search: true },
        ...timeFilters(t),
      ]}
      columns={[
        { key: 'time', title: t.time, cell: ({ createdAt }) => <Time at={createdAt} /> },
        userColumn(t.user, 'email'),
        amountColumn('amount', t.amount, 'amount', { symbolIn: 'symbol', sorted: true }),
        stateColumn('status', t.status, t.statuses, { sorted: true }),
        {
          key: 'review',
          title: reasons,
          cell: ({ review }) => review !== null && wordIn(why, review),
        },
        { key: 'reason', title: t.reason, cell: ({ reason }) => reason },
      ]}
    />
  )
}
