import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { moneyTexts } from '../texts/money.ts'
import type { Move } from './money-data.ts'

/** Each change of a balance, with the balance after it. */
export function MoveList({ moves }: Readonly<{ moves: readonly Move[] }>) {
  const t = useTexts(moneyTexts)
  if (moves.length === 0) return <Empty>{t.noMoves}</Empty>
  return (
    <ul className="list" aria-label={t.transaction}>
      {moves.map(({ id, action, symbol, account, amount, balanceAfter, createdAt }) => (
        <li key={id} className="item">
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
      ))}
    </ul>
  )
}
