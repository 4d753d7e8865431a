import type { RowOf } from '@tukar/client/operator'
import { Amount } from '../../ui/amount.tsx'
import { ShortId } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { choicesOf } from '../list/filter-form.tsx'
import { type ListColumn, ListPage } from '../list/list-page.tsx'
import { suspensePath } from '../paths.ts'
import { reasonTexts } from '../reason-texts.ts'
import { toneOf } from '../state-word.tsx'
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
        {
          name: 'state',
          label: t.status,
          kind: 'choice',
          choices: choicesOf(t.states),
        },
        {
          name: 'provider',
          label: t.source,
          kind: 'choice',
          choices: providers.map((value) => ({ value, label: value })),
        },
        { name: 'symbol', label: t.asset, kind: 'text' },
        { name: 'from', label: t.from, kind: 'time' },
        { name: 'to', label: t.to, kind: 'time' },
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
    {
      key: 'source',
      title: t.source,
      cell: ({ source }) => source,
      sortBy: (one) => one.source,
    },
    {
      key: 'amount',
      title: t.amount,
      numeric: true,
      cell: ({ amount, symbol, inWords }) =>
        amount === null ? inWords : <Amount value={amount} symbol={symbol ?? ''} />,
    },
    { key: 'reason', title: reasons, cell: ({ reason }) => wordIn(why, reason) },
    {
      key: 'state',
      title: t.status,
      cell: ({ state }) => <Status tone={toneOf(state)}>{t.states[state]}</Status>,
      sortBy: ({ state }) => state,
    },
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
