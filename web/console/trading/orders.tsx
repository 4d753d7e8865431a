import type { RowOf } from '@tukar/client/operator'
import { Link } from 'wouter'
import { ShortId } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { amountColumn, stateColumn, textColumn } from '../list/columns.tsx'
import { choiceFilter, timeFilters } from '../list/filter-form.tsx'
import { type ListColumn, ListPage } from '../list/list-page.tsx'
import { orderPath, userPath } from '../paths.ts'
import { Side, useSideChoices } from './sides.tsx'
import { tradingTexts } from './texts.ts'

export function Orders() {
  const t = useTexts(tradingTexts)
  const sides = useSideChoices()
  return (
    <ListPage
      label={t.orders}
      path="/operator/api/orders"
      keyOf={({ order_no }) => order_no}
      open={({ order_no }) => orderPath(order_no)}
      filters={[
        { name: 'user', label: t.userId, kind: 'text', search: true },
        { name: 'order_no', label: t.number, kind: 'text' },
        { name: 'txPair', label: t.pair, kind: 'text' },
        { name: 'side', label: t.side, kind: 'choice', choices: sides },
        choiceFilter('status', t.status, t.statuses),
        choiceFilter('inDoubt', t.incident, { true: t.onlyInDoubt }),
        ...timeFilters(t),
      ]}
      columns={useColumns()}
    />
  )
}

function useColumns(): readonly ListColumn<RowOf<'/operator/api/orders'>>[] {
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
    { key: 'type', title: t.type, cell: ({ type }) => t.types[type] },
    amountColumn('price', t.price, 'price', { sorted: true }),
    amountColumn('volume', t.volume, 'volume'),
    amountColumn('executed', t.executed, 'executedVolume'),
    stateColumn('status', t.status, t.statuses),
    { key: 'incident', title: t.incident, cell: ({ incident }) => incident },
    {
      key: 'number',
      title: t.number,
      cell: ({ order_no }) => <ShortId id={order_no} />,
      hidden: true,
    },
    {
      key: 'venue',
      title: t.venueOrderId,
      cell: ({ venueOrderId }) => venueOrderId !== null && <ShortId id={venueOrderId} />,
      hidden: true,
    },
  ]
}
