import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ListingBanner } from '../listing-banner.tsx'
import { CoinMark } from '../money/coin-mark.tsx'
import { CoinScreen } from '../money/coin-screen.tsx'
import { type Coin, useMoves, useTransfers, useWorth } from '../money/money-data.ts'
import { itemsOf } from '../money/move-items.ts'
import { MoveList } from '../money/move-list.tsx'
import { TransferList } from '../money/transfer-list.tsx'
import { moneyTexts } from '../texts/money.ts'
import { walletTexts } from '../texts/wallet.ts'

const shownItems = 5
/** An order that is one item has several moves. */
const readMoves = 50

/** One asset: what the user has of it, and what happened to it. */
export const CoinPage = () => (
  <CoinScreen>
    {(coin) => (
      <>
        <ListingBanner listing={coin.listing} />
        <CoinCard coin={coin} />
        <Recent symbol={coin.symbol} />
      </>
    )}
  </CoinScreen>
)

function CoinCard({ coin }: Readonly<{ coin: Coin }>) {
  const t = useTexts(walletTexts)
  const money = useTexts(moneyTexts)
  const worth = useWorth().data
  const known = worth?.assets.find(({ symbol }) => symbol === coin.symbol)?.worth ?? null
  const { symbol, name, balance, available, locked } = coin
  return (
    <div className="card">
      <div className="row">
        <CoinMark symbol={symbol} />
        <div>
          <p className="quiet">{name}</p>
          <h2 className="headline">
            <Amount value={balance} symbol={symbol} />
          </h2>
          {known !== null && worth !== undefined && symbol !== worth.currency && (
            <p className="quiet">
              ≈ <Amount value={known} symbol={worth.currency} maxDecimals={2} />
            </p>
          )}
        </div>
      </div>
      <dl className="facts">
        <dt>{money.available}</dt>
        <dd>
          <Amount value={available} symbol={symbol} />
        </dd>
        <dt title={t.lockedHint}>{money.locked}</dt>
        <dd>
          <Amount value={locked} symbol={symbol} />
        </dd>
      </dl>
      <div className="pair">
        <Link className="button primary" href={`/wallet/${symbol}/deposit`}>
          {money.deposit}
        </Link>
        <Link className="button" href={`/wallet/${symbol}/withdraw`}>
          {money.withdraw}
        </Link>
      </div>
    </div>
  )
}

/** The newest transfers and moves of an asset. */
function Recent({ symbol }: Readonly<{ symbol: string }>) {
  const t = useTexts(walletTexts)
  const transfers = useTransfers({ symbol, per_page: shownItems })
  const moves = useMoves({ symbol, holds: false, per_page: readMoves })
  return (
    <>
      <section className="card flush">
        <div className="between card-head">
          <h2>{t.recent}</h2>
          <Link href={`/history/transfers?symbol=${symbol}`}>{t.all}</Link>
        </div>
        <Loaded query={transfers}>{({ data }) => <TransferList transfers={data} />}</Loaded>
      </section>
      <section className="card flush">
        <div className="between card-head">
          <h2>{t.moves}</h2>
          <Link href={`/history/moves?symbol=${symbol}`}>{t.allMoves}</Link>
        </div>
        <Loaded query={moves}>
          {(page) => <MoveList items={itemsOf(page).slice(0, shownItems)} />}
        </Loaded>
      </section>
    </>
  )
}
