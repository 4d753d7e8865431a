import type { RowOf } from '@tukar/client/operator'
import { Amount } from '../../ui/amount.tsx'
import { ShortId } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { stateColumn, textColumn } from '../list/columns.tsx'
import { choiceFilter, timeFilters } from '../list/filter-form.tsx'
import { type ListColumn, ListPage } from '../list/list-page.tsx'
import { suspensePath } from '../paths.ts'
import { reasonTexts } from '../reason-texts.ts'
import { UserLink } from '../user-link.tsx'
import { moneyTexts } from './money-texts.ts'
import { decisionTexts } from './texts.ts'

const providers = ['payx', 'payd', 'custody'] as const

export function SuspenseItems() {
  const t = useTexts(moneyTexts)
  return (
    <ListPage
      label={t.suspense}
      path="/operator/api/suspense"
      keyOf={({ id }) => id}
      open={({ id }) => suspensePath(id)}
      filters={[
        choiceFilter('state', t.status, t.states),
        {
          name: 'provider',
          label: t.source,
          kind: 'choice',
          choices: providers.map((value) => ({ value, label: value })),
        },
        { name: 'symbol', label: t.asset, kind: 'text' },
        ...timeFilters(t),
      ]}
      columns={useColumns()}
    />
  )
}

function useColumns(): readonly ListColumn<RowOf<'/operator/api/suspense'>>[] {
  const t = useTexts(moneyTexts)
  const { reasons } = useTexts(decisionTexts)
  const why = useTexts(reasonTexts)
  return [
    { key: 'time', title: t.time, cell: ({ createdAt }) => <Time at={createdAt} /> },
    textColumn('source', t.source, 'source'),
    {
      key: 'amount',
      title: t.amount,
      numeric: true,
      cell: ({ amount, symbol, inWords }) =>
        amount === null ? inWords : <Amount value={amount} symbol={symbol ?? ''} />,
    },
    { key: 'reason', title: reasons, cell: ({ reason }) => wordIn(why, reason) },
    stateColumn('state', t.status, t.states, { sorted: true }),
    {
      key: 'user',
      title: t.user,
      cell: ({ assignedUser, userName }) =>
        assignedUser !== null && (
          <UserLink user={assignedUser} name={userName} known={assignedUser} />
        ),
    },
    {
      key: 'reference',
      title: t.reference,
      cell: ({ reference }) => <ShortId id={reference} chars={10} />,
      hidden: true,
    },
  ]
}
