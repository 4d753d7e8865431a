import { type components, subtractDecimals } from '@tukar/client'
import { Amount } from '../../ui/amount.tsx'
import { ShortId } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { tradingTexts } from '../texts/trading.ts'
import { endOf } from './order-end.ts'

export type Order = components['schemas']['Order']

const tones: Readonly<Record<Order['status'], Tone>> = {
  CREATE: 'busy',
  DONE: 'good',
  CANCEL: 'quiet',
}

export const OrderStatus = ({ order: { status, reason } }: Readonly<{ order: Order }>) => {
  const t = useTexts(tradingTexts)
  const end = endOf(reason)
  return <Status tone={tones[status]}>{end === null ? t.statuses[status] : t.ends[end]}</Status>
}

/** What was wished, what was filled at which price, and what it cost and brought. */
export function OrderFacts({ order }: Readonly<{ order: Order }>) {
  const t = useTexts(tradingTexts)
  const { side, txPair, feeAsset, fee, tax, executedVolume, executedAmount } = order
  const [base = '', quote = ''] = txPair.split('_')
  const gross = side === 'BUY' ? executedVolume : executedAmount
  const rows = [
    [t.price, order.price, quote],
    [t.average, order.averagePrice, quote],
    [t.volume, order.volume, base],
    [t.filled, executedVolume, base],
    [t.total, executedAmount, quote],
    [t.feeWord, fee, feeAsset],
    [t.taxWord, tax, feeAsset],
    [t.received, subtractDecimals(subtractDecimals(gross, fee), tax), feeAsset],
  ] as const
  return (
    <dl className="facts">
      <dt>{t.number}</dt>
      <dd>
        <ShortId id={order.order_no} />
      </dd>
      <dt>{t.placedAt}</dt>
      <dd>
        <Time at={order.createdAt} />
      </dd>
      {rows.map(([name, value, symbol]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value === null ? '–' : <Amount value={value} symbol={symbol} />}</dd>
        </div>
      ))}
    </dl>
  )
}
