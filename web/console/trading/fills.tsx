import type { RowOf } from '@tukar/client/operator'
import { Link } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { amountColumn, textColumn } from '../list/columns.tsx'
import { timeFilters } from '../list/filter-form.tsx'
import { type ListColumn, ListPage } from '../list/list-page.tsx'
import { orderPath, userPath } from '../paths.ts'
import { Side, useSideChoices } from './sides.tsx'
import { tradingTexts } from './texts.ts'

export function Fills() {
  const t = useTexts(tradingTexts)
  const sides = useSideChoices()
  return (
    <ListPage
      label={t.fills}
      path="/operator/api/fills"
      keyOf={({ txPair, tradeId }) => `${txPair} ${tradeId}`}
      open={({ order_no }) => orderPath(order_no)}
      filters={[
        { name: 'user', label: t.userId, kind: 'text', search: true },
        { name: 'order_no', label: t.number, kind: 'text' },
        { name: 'txPair', label: t.pair, kind: 'text' },
        { name: 'side', label: t.side, kind: 'choice', choices: sides },
        ...timeFilters(t),
      ]}
      columns={useColumns()}
    />
  )
}

function useColumns(): readonly ListColumn<RowOf<'/operator/api/fills'>>[] {
  const t = useTexts(tradingTexts)
  return [
    { key: 'time', title: t.time, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      key: 'user',
      title: t.user,
      cell: ({ userId }) => <Link href={userPath(userId)}>{userId}</Link>,
    },
    textColumn('pair', t.pair, 'txPair'),
    { key: 'side', title: t.side, cell: ({ side }) => <Side side={side} /> },
    amountColumn('price', t.price, 'price', { sorted: true }),
    amountColumn('volume', t.volume, 'volume'),
    amountColumn('amount', t.amount, 'amount', { sorted: true }),
    amountColumn('fee', t.fee, 'fee', { symbolIn: 'feeAsset' }),
    amountColumn('tax', t.tax, 'tax', { symbolIn: 'feeAsset', hidden: true }),
    { key: 'trade', title: t.tradeId, cell: ({ tradeId }) => tradeId },
  ]
}
