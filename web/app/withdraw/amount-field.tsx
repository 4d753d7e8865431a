import { formatDecimal } from '@tukar/client'
import { useState } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { Field } from '../../ui/form.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { useRead } from '../data.ts'
import { checkAmount, mostOf, sumsOf, type WithdrawalTerms } from '../money/amounts.ts'
import { moneyTexts } from '../texts/money.ts'
import { withdrawTexts } from '../texts/withdraw.ts'

type AmountProps = Readonly<{
  terms: WithdrawalTerms
  initial: string | undefined
  /** The most of this asset on a day; null if there is no limit of its own. */
  dailyLimit: string | null
}>

/** The amount of a withdrawal, with what arrives, what is taken, and the limits. */
export function AmountField({ terms, initial, dailyLimit }: AmountProps) {
  const t = useTexts(withdrawTexts)
  const money = useTexts(moneyTexts)
  const language = useLanguage()
  const [typed, setTyped] = useState(initial ? formatDecimal(initial, language) : '')
  const { symbol, available } = terms
  const { amount, wrong } = checkAmount(typed, language, terms)
  const shown = wrong === 'number' || wrong === 'decimals' ? '0' : amount
  const fillMost = () => setTyped(formatDecimal(mostOf(terms), language))
  return (
    <>
      <Field
        name="amount"
        label={money.amount}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint={
          <>
            {money.available} <Amount value={available} symbol={symbol} />
          </>
        }
        unit={
          <>
            {symbol}{' '}
            <button type="button" className="link" onClick={fillMost}>
              {t.max}
            </button>
          </>
        }
      />
      <Sums terms={terms} amount={shown} />
      <Limits terms={terms} dailyLimit={dailyLimit} />
    </>
  )
}

/** What an amount comes to, exactly. */
export function Sums({ terms, amount }: Readonly<{ terms: WithdrawalTerms; amount: string }>) {
  const t = useTexts(withdrawTexts)
  const money = useTexts(moneyTexts)
  const { symbol, fee } = terms
  const { taken, received } = sumsOf(terms, amount)
  return (
    <dl className="facts">
      <dt>{money.fee}</dt>
      <dd>
        <Amount value={fee} symbol={symbol} />
      </dd>
      <dt>{t.taken}</dt>
      <dd>
        <Amount value={amount === '0' ? '0' : taken} symbol={symbol} />
      </dd>
      <dt>{t.received}</dt>
      <dd>
        <strong>
          <Amount value={received} symbol={symbol} />
        </strong>
      </dd>
    </dl>
  )
}

type LimitsProps = Pick<AmountProps, 'terms' | 'dailyLimit'>

function Limits({ terms: { symbol, minimum, maximum }, dailyLimit }: LimitsProps) {
  const t = useTexts(withdrawTexts)
  const language = useLanguage()
  const all = useRead(['settings', 'daily'], (tukar) =>
    tukar.get('/api/setting/get-value/{key}', {
      params: { path: { key: 'withdrawal.daily_limit_idr' } },
    }),
  )
  const written = (amount: string, of: string) => formatDecimal(amount, language, { symbol: of })
  const daily = [
    ...(dailyLimit === null ? [] : [written(dailyLimit, symbol)]),
    ...(all.data === undefined ? [] : [written(all.data.value, 'IDR')]),
  ]
  return (
    <p className="hint">
      {t.perWithdrawal}: {t.bounds(written(minimum, symbol), written(maximum, symbol))}
      {daily.length > 0 && (
        <>
          <br />
          {t.perDay}: {daily.join(' · ')}
        </>
      )}
    </p>
  )
}
