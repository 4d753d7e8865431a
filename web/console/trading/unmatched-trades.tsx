import type { RowOf } from '@tukar/client/operator'
import { ShortId } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { amountColumn, textColumn, timeColumn } from '../list/columns.tsx'
import { timeFilters } from '../list/filter-form.tsx'
import { type ListColumn, ListPage } from '../list/list-page.tsx'
import { Side, useSideChoices } from './sides.tsx'
import { tradingTexts } from './texts.ts'

/** Trades on our account at the venue that match no order of ours; their money is in suspense. */
export function UnmatchedTrades() {
  const t = useTexts(tradingTexts)
  const sides = useSideChoices()
  return (
    <ListPage
      label={t.unmatched}
      path="/operator/api/unmatched-trades"
      keyOf={({ txPair, tradeId }) => `${txPair} ${tradeId}`}
      filters={[
        { name: 'txPair', label: t.pair, kind: 'text', search: true },
        { name: 'side', label: t.side, kind: 'choice', choices: sides },
        ...timeFilters(t),
      ]}
      columns={useColumns()}
    />
  )
}

function useColumns(): readonly ListColumn<RowOf<'/operator/api/unmatched-trades'>>[] {
  const t = useTexts(tradingTexts)
  return [
    { key: 'time', title: t.time, cell: ({ tradedAt }) => <Time at={tradedAt} /> },
    textColumn('pair', t.pair, 'txPair'),
    { key: 'side', title: t.side, cell: ({ side }) => <Side side={side} /> },
    amountColumn('volume', t.volume, 'volume'),
    amountColumn('amount', t.amount, 'amount'),
    amountColumn('commission', t.commission, 'commission', { symbolIn: 'commissionAsset' }),
    { key: 'trade', title: t.tradeId, cell: ({ tradeId }) => tradeId },
    {
      key: 'order',
      title: t.venueOrderId,
      cell: ({ venueOrderId }) => <ShortId id={venueOrderId} />,
      hidden: true,
    },
    {
      key: 'client',
      title: t.clientOrderId,
      cell: ({ clientOrderId }) => clientOrderId !== null && <ShortId id={clientOrderId} />,
    },
    timeColumn('recorded', t.recorded, 'recordedAt', { hidden: true }),
  ]
}
