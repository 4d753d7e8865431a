import { divideDecimals, multiplyDecimals } from '@tukar/client'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Amount } from '../ui/amount.tsx'
import { useTexts } from '../ui/language.tsx'
import { Loaded } from '../ui/states.tsx'
import { TaskButton } from '../ui/task-button.tsx'
import { useToast } from '../ui/toast.tsx'
import { post, useControl } from './control.ts'
import { useTypedAmounts } from './money-data.ts'
import { OpenOrders } from './open-orders.tsx'
import { PaceSwitch } from './pace.tsx'
import { marketTexts } from './texts/market.ts'

/** The states of a symbol at the venue. */
const statuses = ['TRADING', 'HALT', 'BREAK', 'CANCEL_ONLY', 'END_OF_DAY'] as const

const Price = z.object({
  symbol: z.string(),
  base: z.string(),
  quote: z.string(),
  price: z.string(),
  start: z.string(),
  tick: z.string(),
  status: z.enum(statuses),
})
type Price = z.output<typeof Price>

const everySecond = { refetchInterval: 1_000 }

/** The prices of the venue, and its open orders. */
export function Market() {
  const t = useTexts(marketTexts)
  const prices = useControl('state', '/venue/prices', z.array(Price), everySecond)
  return (
    <>
      <div className="row">
        <PaceSwitch provider="venue" name="walk">
          {t.walk}
        </PaceSwitch>
        <PaceSwitch provider="venue" name="match">
          {t.match}
        </PaceSwitch>
      </div>
      <section className="card flush" aria-label={t.prices}>
        <div className="card-head">
          <h2>{t.prices}</h2>
        </div>
        <Loaded query={prices}>
          {(all) => (
            <ul className="list">
              {all.map((price) => (
                <PriceItem key={price.symbol} price={price} />
              ))}
            </ul>
          )}
        </Loaded>
      </section>
      <OpenOrders />
    </>
  )
}

/** The slider reaches this far from the price at the start, in percent. */
const reach = 50

/** Returns this percentage of the first price, rounded to a multiple of the tick. */
const priceAt = ({ start, tick }: Price, percent: number): string => {
  const wanted = divideDecimals(multiplyDecimals(start, `${percent}`), '100', 8)
  return multiplyDecimals(divideDecimals(wanted, tick, 0), tick)
}

const percentOf = ({ start }: Price, price: string): number =>
  Number(divideDecimals(multiplyDecimals(price, '100'), start, 1))

function PriceItem({ price: known }: Readonly<{ price: Price }>) {
  const t = useTexts(marketTexts)
  const toast = useToast()
  const { shown, read } = useTypedAmounts()
  const [draft, setDraft] = useState<string | null>(null)
  const { symbol, base, quote, price, status } = known
  const typed = draft ?? shown(price)
  // Prices that walk return to where they began, so a set price stays only if they stop.
  const set = async () => {
    await post('/venue/pace', { walk: false })
    await post('/venue/price', { symbol, price: read(typed) })
    setDraft(null)
    toast(t.priceSet(symbol))
  }
  const percent = percentOf(known, decimalOr(read(typed), price))
  return (
    <li className="panel-row">
      <div className="lines">
        <strong>
          {base}/{quote}
        </strong>
        <Amount value={price} symbol={quote} />
        <select
          aria-label={t.status(symbol)}
          value={status}
          onChange={({ target }) => void post('/venue/symbols', { symbol, status: target.value })}
        >
          {statuses.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      <div className="panel-price">
        <input
          type="range"
          aria-label={t.slider(symbol)}
          min={100 - reach}
          max={100 + reach}
          step={0.5}
          value={percent}
          onChange={(event) => setDraft(shown(priceAt(known, Number(event.target.value))))}
        />
        <input
          aria-label={t.price(symbol)}
          inputMode="decimal"
          value={typed}
          onChange={(event) => setDraft(event.target.value)}
        />
        <TaskButton task={set}>{t.set}</TaskButton>
      </div>
    </li>
  )
}

const decimalOr = (text: string, otherwise: string): string =>
  /^\d+(?:\.\d+)?$/.test(text) ? text : otherwise
