import { useTexts } from '../../ui/language.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { amountColumn } from '../list/columns.tsx'
import { ListPage } from '../list/list-page.tsx'
import { claimPath } from '../paths.ts'
import { reasonTexts } from '../reason-texts.ts'
import { toneOf } from '../state-word.tsx'
import { UserLink } from '../user-link.tsx'
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
        { name: 'from', label: t.from, kind: 'time' },
        { name: 'to', label: t.to, kind: 'time' },
      ]}
      columns={[
        { key: 'time', title: t.time, cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          key: 'user',
          title: t.user,
          cell: ({ userId, userName, email }) => (
            <UserLink user={userId} name={userName} known={email} />
          ),
        },
        amountColumn('amount', t.amount, 'amount', { symbolIn: 'symbol', sorted: true }),
        {
          key: 'status',
          title: t.status,
          cell: ({ status }) => <Status tone={toneOf(status)}>{t.statuses[status]}</Status>,
          sortBy: ({ status }) => status,
        },
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
