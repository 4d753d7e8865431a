import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty } from '../../ui/states.tsx'
import { ClockTime } from '../../ui/time.tsx'
import type { Trade } from '../live-stream.ts'
import { tradingTexts } from '../texts/trading.ts'
import type { Pair } from './order-terms.ts'
import css from './trade.module.css'

/** What was traded last, by anyone; the newest first. */
export function LastTrades({
  pair,
  trades,
}: Readonly<{ pair: Pair; trades: readonly Trade[] | null }>) {
  const t = useTexts(tradingTexts)
  return (
    <section className={`card ${css['trades']}`} aria-label={t.lastTrades}>
      <h2>{t.lastTrades}</h2>
      {trades === null || trades.length === 0 ? (
        <Empty>{t.noTrades}</Empty>
      ) : (
        <div>
          <div className={css['tradeHead']}>
            <span>{`${t.price} (${pair.quoteAsset})`}</span>
            <span>{`${t.volume} (${pair.baseAsset})`}</span>
            <span>{t.time}</span>
          </div>
          <ul className={css['levels']}>
            {trades.map(({ id, price, volume, side, time }) => (
              <li key={id} className={css['trade']}>
                <span className={side === 'BUY' ? 'gain' : 'loss'}>
                  <Amount value={price} />
                </span>
                <Amount value={volume} />
                <ClockTime at={time} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
