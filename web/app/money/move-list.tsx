import { addDecimals } from '@tukar/client'
import { Amount } from '../../ui/amount.tsx'
import { ShortId } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { moneyTexts } from '../texts/money.ts'
import type { Move } from './money-data.ts'
import type { MoveItem } from './move-items.ts'

/** What changed balances, each with the balance after it; what an order traded is one item. */
export function MoveList({ items }: Readonly<{ items: readonly MoveItem[] }>) {
  const t = useTexts(moneyTexts)
  if (items.length === 0) return <Empty>{t.noMoves}</Empty>
  return (
    <ul className="list" aria-label={t.transaction}>
      {items.map(({ key, orderNo, moves }) => {
        const [first] = moves
        if (first === undefined) return null
        return orderNo === null ? (
          <OneMove key={key} move={first} />
        ) : (
          <OrderItem key={key} orderNo={orderNo} at={first.createdAt} moves={moves} />
        )
      })}
    </ul>
  )
}

function OneMove({ move }: Readonly<{ move: Move }>) {
  const t = useTexts(moneyTexts)
  const { action, symbol, account, amount, balanceAfter, createdAt } = move
  return (
    <li className="item">
      <span className="lines">
        <span>{t.actions[action]}</span>
        <small className="quiet">
          <Time at={createdAt} />
        </small>
      </span>
      <span className="lines end">
        <Amount value={amount} symbol={symbol} signed />
        <small className="quiet">
          {t[account]} <Amount value={balanceAfter} symbol={symbol} />
        </small>
      </span>
    </li>
  )
}

type OrderProps = Readonly<{ orderNo: string; at: string; moves: readonly Move[] }>

/** What the trades of an order moved, asset by asset. */
function OrderItem({ orderNo, at, moves }: OrderProps) {
  const t = useTexts(moneyTexts)
  const sums = [...Map.groupBy(moves, ({ symbol }) => symbol)].map(([symbol, ofAsset]) => ({
    symbol,
    sum: ofAsset.reduce((sum, { amount }) => addDecimals(sum, amount), '0'),
  }))
  return (
    <li className="item">
      <span className="lines">
        <span>
          {t.order} <ShortId id={orderNo} />
        </span>
        <small className="quiet">
          <Time at={at} />
        </small>
      </span>
      <span className="lines end">
        {sums.map(({ symbol, sum }) => (
          <Amount key={symbol} value={sum} symbol={symbol} signed />
        ))}
      </span>
    </li>
  )
}
