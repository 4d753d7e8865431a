import { compareDecimals, type components, formatDecimal } from '@tukar/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useCoins } from '../data.ts'
import { CoinMark } from '../money/coin-mark.tsx'
import { type Coin, useWorth } from '../money/money-data.ts'
import { moneyTexts } from '../texts/money.ts'
import { walletTexts } from '../texts/wallet.ts'
import css from './wallet.module.css'

type Worth = components['schemas']['WalletWorth']

/** The worth of all that the user has, and each balance. */
export function Wallet() {
  const worth = useWorth()
  return (
    <>
      <div className="card">
        <Loaded query={worth}>{(data) => <Total worth={data} />}</Loaded>
      </div>
      <div className="card flush">
        <Loaded query={useCoins()}>
          {(coins) => <Balances coins={coins} worth={worth.data} />}
        </Loaded>
      </div>
    </>
  )
}

function Total({ worth }: Readonly<{ worth: Worth }>) {
  const t = useTexts(walletTexts)
  const money = useTexts(moneyTexts)
  const language = useLanguage()
  const { total, totalBtc, currency, unpriced } = worth
  return (
    <>
      <div>
        <p className="quiet">{t.worth}</p>
        <h2 className="headline">
          {total === null ? t.noPrice : <Amount value={total} symbol={currency} maxDecimals={2} />}
        </h2>
        {totalBtc !== null && (
          <p className="quiet">
            {t.inBitcoin(formatDecimal(totalBtc, language, { symbol: 'BTC', maxDecimals: 8 }))}
          </p>
        )}
        {unpriced.length > 0 && <p className="hint">{t.unpriced(unpriced.join(', '))}</p>}
      </div>
      <div className="pair">
        <Link className="button primary" href="/wallet/IDR/deposit">
          {money.deposit}
        </Link>
        <Link className="button" href="/wallet/IDR/withdraw">
          {money.withdraw}
        </Link>
      </div>
    </>
  )
}

type BalancesProps = Readonly<{ coins: readonly Coin[]; worth: Worth | undefined }>

/** Each balance with its worth. An asset that is not offered is shown only while one has some. */
function Balances({ coins, worth }: BalancesProps) {
  const t = useTexts(walletTexts)
  const [search, setSearch] = useState('')
  const [hidesSmall, setHidesSmall] = useState(() => localStorage.getItem(smallStored) === 'yes')
  const wanted = search.trim().toLowerCase()
  const shown = coins.filter(({ active, balance, symbol, name }) => {
    const isOffered = active || compareDecimals(balance, '0') > 0
    const isNamed = `${symbol} ${name}`.toLowerCase().includes(wanted)
    return isOffered && isNamed && !(hidesSmall && isSmall(symbol, balance, worth))
  })
  const hideSmall = (hides: boolean) => {
    setHidesSmall(hides)
    localStorage.setItem(smallStored, hides ? 'yes' : 'no')
  }
  return (
    <>
      <div className={`inset ${css['tools']}`}>
        <input
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <label className="choice">
          <input
            type="checkbox"
            checked={hidesSmall}
            onChange={(event) => hideSmall(event.target.checked)}
          />
          {t.hideSmall}
        </label>
      </div>
      {shown.length === 0 ? <Empty>{t.noneFound}</Empty> : <List {...{ shown, worth }} />}
    </>
  )
}

const smallStored = 'tukar.hide-small'

/** Worth less than this in the user's currency, or nothing at all. */
const smallWorth: Readonly<Record<string, string>> = { IDR: '10000', USD: '1' }

function isSmall(symbol: string, balance: string, worth: Worth | undefined): boolean {
  if (compareDecimals(balance, '0') === 0) return true
  const known = worth?.assets.find((asset) => asset.symbol === symbol)?.worth
  const bound = smallWorth[worth?.currency ?? ''] ?? '1'
  return known !== undefined && known !== null && compareDecimals(known, bound) < 0
}

type ListProps = Readonly<{ shown: readonly Coin[]; worth: Worth | undefined }>

function List({ shown, worth }: ListProps) {
  const t = useTexts(walletTexts)
  return (
    <ul className="list" aria-label={t.balances}>
      {shown.map(({ symbol, name, balance }) => {
        const known = worth?.assets.find((asset) => asset.symbol === symbol)?.worth ?? null
        return (
          <li key={symbol}>
            <Link href={`/wallet/${symbol}`}>
              <span className="row tight">
                <CoinMark symbol={symbol} />
                <span className="lines">
                  <strong>{symbol}</strong>
                  <small className="quiet">{name}</small>
                </span>
              </span>
              <span className="lines end">
                <strong>
                  <Amount value={balance} maxDecimals={8} />
                </strong>
                <small className="quiet">
                  {known !== null && worth !== undefined && (
                    <Amount value={known} symbol={worth.currency} maxDecimals={2} />
                  )}
                </small>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
