import { isDecimal, subtractDecimals } from '@tukar/client'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Amount } from '../ui/amount.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Form, Select } from '../ui/form.tsx'
import { useTexts } from '../ui/language.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Status } from '../ui/status.tsx'
import { TaskButton } from '../ui/task-button.tsx'
import { Time } from '../ui/time.tsx'
import { useToast } from '../ui/toast.tsx'
import { post, useControl } from './control.ts'
import { useTypedAmounts } from './money-data.ts'
import { marketTexts } from './texts/market.ts'

const Order = z.object({
  orderId: z.number(),
  clientOrderId: z.string(),
  symbol: z.string(),
  side: z.enum(['BUY', 'SELL']),
  type: z.string(),
  price: z.string(),
  origQty: z.string(),
  executedQty: z.string(),
  status: z.string(),
  time: z.number(),
})
type Order = z.output<typeof Order>

/** Orders may be older than the newest of the list, and still open. */
const path = '/state?provider=venue'
const VenueState = z.object({ venue: z.object({ orders: z.array(Order) }) })

const isOpen = ({ status }: Order): boolean => ['NEW', 'PARTIALLY_FILLED'].includes(status)

export function OpenOrders() {
  const t = useTexts(marketTexts)
  return (
    <section className="card flush" aria-label={t.orders}>
      <div className="card-head lines">
        <h2>{t.orders}</h2>
        <p className="hint">{t.matchHint}</p>
      </div>
      <Loaded query={useControl('state', path, VenueState)}>
        {({ venue }) => {
          const open = venue.orders.filter(isOpen).toReversed()
          if (open.length === 0) return <Empty>{t.noOrders}</Empty>
          return (
            <ul className="list">
              {open.map((order) => (
                <OrderItem
                  key={order.orderId}
                  order={order}
                  others={open.filter((one) => mayMeet(order, one))}
                />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </section>
  )
}

/** Whether two orders are a buy and a sale of one symbol. */
const mayMeet = (one: Order, other: Order): boolean =>
  one.symbol === other.symbol && one.side !== other.side

const isMarket = ({ price }: Order): boolean => !/[1-9]/.test(price)

type ItemProps = Readonly<{ order: Order; others: readonly Order[] }>

function OrderItem({ order, others }: ItemProps) {
  const t = useTexts(marketTexts)
  const toast = useToast()
  const [isOpening, setOpening] = useState(false)
  const [isMeeting, setMeeting] = useState(false)
  const { clientOrderId, symbol, side, price, origQty, executedQty, status, time } = order
  const rest = subtractDecimals(origQty, executedQty)
  const atPrice = isMarket(order) ? t.atMarket : <Amount value={price} />
  const act = async (to: string, body: object) => {
    await post(to, { clientOrderId, ...body })
    toast(t.done)
  }
  return (
    <li className="panel-row">
      <div className="lines">
        <span className="row">
          <Status tone={side === 'BUY' ? 'good' : 'bad'}>{side}</Status>
          <strong>{symbol}</strong>
          <Status tone="busy">{status}</Status>
        </span>
        <span>
          <Amount value={origQty} /> @ {atPrice} · <Amount value={executedQty} /> {t.filled}
        </span>
        <span className="quiet">
          <code>{clientOrderId}</code> · <Time at={new Date(time).toISOString()} relative />
        </span>
      </div>
      <div className="row">
        <TaskButton className="small" task={() => act('/venue/fills', { quantity: rest })}>
          {t.fillAll}
        </TaskButton>
        <button type="button" className="small" onClick={() => setOpening(true)}>
          {t.fillPart}
        </button>
        <TaskButton className="small" task={() => act('/venue/orders/end', {})}>
          {t.cancel}
        </TaskButton>
        <TaskButton className="small" task={() => act('/venue/orders/end', { status: 'EXPIRED' })}>
          {t.expire}
        </TaskButton>
        {others.length > 0 && (
          <button type="button" className="small" onClick={() => setMeeting(true)}>
            {t.meets}
          </button>
        )}
      </div>
      {isMeeting && <MeetDialog taker={order} others={others} onClose={() => setMeeting(false)} />}
      {isOpening && (
        <FillDialog
          symbol={symbol}
          rest={rest}
          fill={(body) => act('/venue/fills', body)}
          onClose={() => setOpening(false)}
        />
      )}
    </li>
  )
}

type MeetProps = Readonly<{ taker: Order; others: readonly Order[]; onClose: () => void }>

/** Lets an order meet a resting one of the same account. */
function MeetDialog({ taker: { clientOrderId: taker, symbol }, others, onClose }: MeetProps) {
  const t = useTexts(marketTexts)
  return (
    <Dialog title={`${t.meet} ${symbol}`} onClose={onClose}>
      <Form
        submit={t.meet}
        onSubmit={async ({ maker }) => {
          await post('/venue/self-trades', { maker, taker })
          onClose()
        }}
      >
        <Select
          name="maker"
          label={t.maker}
          choices={others.map(({ clientOrderId: value, side, price }) => ({
            value,
            label: `${side} ${price} ${value}`,
          }))}
        />
      </Form>
    </Dialog>
  )
}

type FillProps = Readonly<{
  symbol: string
  rest: string
  fill: (body: object) => Promise<unknown>
  onClose: () => void
}>

function FillDialog({ symbol, rest, fill, onClose }: FillProps) {
  const t = useTexts(marketTexts)
  const { shown, read } = useTypedAmounts()
  return (
    <Dialog title={`${t.fill} ${symbol}`} onClose={onClose}>
      <Form
        submit={t.fill}
        onSubmit={async (values) => {
          const price = read(values['price'])
          const quantity = read(values['quantity'])
          await fill({ quantity, ...(isDecimal(price) ? { price } : {}) })
          onClose()
        }}
      >
        <Field
          name="quantity"
          label={t.quantity}
          defaultValue={shown(rest)}
          inputMode="decimal"
          required
        />
        <Field name="price" label={t.fillPrice} inputMode="decimal" />
      </Form>
    </Dialog>
  )
}
