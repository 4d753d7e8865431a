import { useState } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useRead } from '../data.ts'
import { pairName } from '../pair-name.ts'
import { tradingTexts } from '../texts/trading.ts'
import { CancelOrder } from './cancel-order.tsx'
import { Export } from './export.tsx'
import { Fills } from './fills.tsx'
import { type Order, OrderFacts, OrderStatus } from './order-facts.tsx'
import { readOpenOrders, readPastOrders } from './past-orders.ts'
import { saveOrders } from './save-history.ts'

/** The user's open orders, of all pairs or of one. */
export function OpenOrders({ txPair }: Readonly<{ txPair?: string }>) {
  const t = useTexts(tradingTexts)
  const query = useRead(['orders', 'open', txPair ?? ''], (tukar) => readOpenOrders(tukar, txPair))
  return (
    <section className="card flush" aria-label={t.openOrders}>
      <h2 className="inset">{t.openOrders}</h2>
      <Loaded query={query}>{({ data }) => <OrderList orders={data} nothing={t.noOpen} />}</Loaded>
    </section>
  )
}

/** All orders of the user, newest first. */
export function PastOrders() {
  const t = useTexts(tradingTexts)
  const [pages, setPages] = useState(1)
  const query = useRead(['orders', 'past', pages], (tukar) => readPastOrders(tukar, pages))
  return (
    <section className="card flush" aria-label={t.pastOrders}>
      <Loaded query={query}>
        {({ data, nextPage }) => (
          <>
            <OrderList orders={data} nothing={t.noPast} />
            {nextPage !== null && (
              <button type="button" className="inset" onClick={() => setPages(pages + 1)}>
                {t.more}
              </button>
            )}
            {data.length > 0 && <Export save={saveOrders} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

type ListProps = Readonly<{ orders: readonly Order[]; nothing: string }>

function OrderList({ orders, nothing }: ListProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const order = orders.find(({ order_no }) => order_no === chosen)
  if (orders.length === 0) return <Empty>{nothing}</Empty>
  return (
    <>
      <ul className="list">
        {orders.map((one) => (
          <OrderRow key={one.order_no} order={one} onOpen={() => setChosen(one.order_no)} />
        ))}
      </ul>
      {order !== undefined && <OrderDialog order={order} onClose={() => setChosen(null)} />}
    </>
  )
}

function OrderRow({ order, onOpen }: Readonly<{ order: Order; onOpen: () => void }>) {
  const t = useTexts(tradingTexts)
  const { side, txPair, type, createdAt } = order
  const [base = ''] = txPair.split('_')
  // What happened counts, else what was wished.
  const isFilled = order.averagePrice !== null && order.status !== 'CREATE'
  const volume = isFilled ? order.executedVolume : order.volume
  const shownPrice = isFilled ? order.averagePrice : order.price
  return (
    <li className="item">
      <button type="button" className="plain" onClick={onOpen}>
        <span>
          <strong className={side === 'BUY' ? 'gain' : 'loss'}>
            {side === 'BUY' ? t.buy : t.sell}
          </strong>{' '}
          <strong>{pairName(txPair)}</strong>
        </span>
        <span className="hint">
          {type === 'LIMIT' ? t.limit : t.market} · <Time at={createdAt} relative />
        </span>
      </button>
      <span className="price">
        <Amount value={volume} symbol={base} />
        <span className="hint">{shownPrice === null ? '–' : <Amount value={shownPrice} />}</span>
      </span>
      <span className="price">
        <OrderStatus order={order} />
        {order.status === 'CREATE' && <CancelOrder orderNo={order.order_no} />}
      </span>
    </li>
  )
}

/** Everything about an order, with each of its executions. */
function OrderDialog({ order, onClose }: Readonly<{ order: Order; onClose: () => void }>) {
  const t = useTexts(tradingTexts)
  return (
    <Dialog
      title={`${order.side === 'BUY' ? t.buy : t.sell} ${pairName(order.txPair)}`}
      onClose={onClose}
    >
      <OrderFacts order={order} />
      <div>
        <OrderStatus order={order} />
      </div>
      <h3>{t.fills}</h3>
      <Fills orderNo={order.order_no} />
    </Dialog>
  )
}
