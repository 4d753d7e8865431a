import { compareDecimals, divideDecimals, multiplyDecimals, subtractDecimals } from '@tukar/client'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty } from '../../ui/states.tsx'
import type { Depth, Ticker } from '../live-stream.ts'
import { tradingTexts } from '../texts/trading.ts'
import type { Pair } from './order-terms.ts'
import css from './trade.module.css'

type Levels = Depth['bids']
const shownLevels = 10

type BookProps = Readonly<{ pair: Pair; depth: Depth | null; ticker: Ticker | undefined }>

/** What is on offer: sellers above the last price, buyers below it. */
export function OrderBook({ pair, depth, ticker }: BookProps) {
  const t = useTexts(tradingTexts)
  const [asks, bids] = [depth?.asks ?? [], depth?.bids ?? []].map((all) =>
    all.slice(0, shownLevels),
  )
  const most = largestOf([...(asks ?? []), ...(bids ?? [])])
  return (
    <section className={`card ${css['book']}`} aria-label={t.orderBook}>
      <h2>{t.orderBook}</h2>
      {depth === null ? (
        <Empty>{t.noBook}</Empty>
      ) : (
        <div>
          <div className={css['head']}>
            <span>{`${t.price} (${pair.quoteAsset})`}</span>
            <span>{`${t.volume} (${pair.baseAsset})`}</span>
          </div>
          <Side {...{ label: t.sellers, side: 'ask', levels: asks?.toReversed() ?? [], most }} />
          <p className={css['last']}>
            {ticker?.price ? <Amount value={ticker.price} /> : '–'}
            <Spread depth={depth} />
          </p>
          <Side {...{ label: t.buyers, side: 'bid', levels: bids ?? [], most }} />
        </div>
      )}
    </section>
  )
}

function Spread({ depth: { asks, bids } }: Readonly<{ depth: Depth }>) {
  const t = useTexts(tradingTexts)
  const [ask, bid] = [asks[0], bids[0]]
  if (ask === undefined || bid === undefined) return null
  return (
    <span className={css['spread']}>
      {t.spread} <Amount value={subtractDecimals(ask.price, bid.price)} />
    </span>
  )
}

type SideProps = Readonly<{ label: string; side: 'bid' | 'ask'; levels: Levels; most: string }>

const Side = ({ label, side, levels, most }: SideProps) => (
  <ul className={css['levels']} aria-label={label}>
    {levels.map(({ price, volume }) => (
      <li
        key={price}
        className={`${css['level']} ${side === 'bid' ? css['bid'] : css['ask']}`}
        style={{ backgroundSize: `${percentOf(volume, most)}% 100%` }}
      >
        <span className={side === 'bid' ? 'gain' : 'loss'}>
          <Amount value={price} />
        </span>
        <Amount value={volume} />
      </li>
    ))}
  </ul>
)

const largestOf = (levels: Levels): string =>
  levels.reduce((most, { volume }) => (compareDecimals(volume, most) > 0 ? volume : most), '0')

const percentOf = (volume: string, most: string): string =>
  most === '0' ? '0' : divideDecimals(multiplyDecimals(volume, '100'), most, 1)
