import { Link } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Spinner } from '../../ui/states.tsx'
import { useRead } from '../data.ts'
import { OrderFacts, OrderStatus } from '../history/order-facts.tsx'
import { tradingTexts } from '../texts/trading.ts'
import css from './trade.module.css'

/** What became of an order that was just placed; the stream says when that changes. */
export function OrderReceipt({ orderNo }: Readonly<{ orderNo: string }>) {
  const t = useTexts(tradingTexts)
  const { data } = useRead(['orders', 'receipt', orderNo], async (tukar) => {
    const query = { order_no: orderNo }
    const found = await tukar.get('/api/exchange/venue/historyOrder', { params: { query } })
    return found.data[0] ?? null
  })
  return (
    <section className={css['receipt']} aria-label={t.receipt}>
      <div className="between">
        <h2>{t.receipt}</h2>
        {data && <OrderStatus order={data} />}
      </div>
      {data ? <OrderFacts order={data} /> : <Spinner />}
      <Link href="/history">{t.pastOrders}</Link>
    </section>
  )
}
