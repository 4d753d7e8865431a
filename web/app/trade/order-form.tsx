import { formatDecimal, orderNoOf } from '@tukar/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { Field, Form, type Problems } from '../../ui/form.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Notice } from '../../ui/status.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useOnce } from '../once.ts'
import { remedies } from '../remedies.ts'
import { CertificationNotice } from '../tax-residence/certification-notice.tsx'
import { tradingTexts } from '../texts/trading.ts'
import { useTukar } from '../tukar.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import {
  allBroken,
  type Broken,
  brokenSpend,
  type Draft,
  estimateOf,
  type OrderType,
  priceOf,
  type Side,
  type Terms,
} from './order-terms.ts'
import { useShownDecimal } from './shown-decimal.ts'
import css from './trade.module.css'
import { isBySpend, type Typed, useDraft } from './use-draft.ts'

const shares = ['25', '50', '75', '100'] as const

type FormProps = Readonly<{ terms: Terms; verified: boolean }>

/** Places an order: its sums are shown before it is sent, its bounds checked, then its receipt. */
export function OrderForm({ terms, verified }: FormProps) {
  const t = useTexts(tradingTexts)
  const { typed, draft, change, take } = useDraft(terms)
  const check = useCheck(draft, terms)
  const [placed, setPlaced] = useState<string | null>(null)
  const send = useSend(draft, terms.pair.txPair, (orderNo) => {
    setPlaced(orderNo)
    change({ volume: '', spend: '' })
  })
  const { side, type } = typed
  const { pair } = terms
  return (
    <section className="card" aria-label={t.order}>
      <Kind {...{ side, type, change }} />
      <Available side={side} terms={terms} />
      <Form
        submit={t.send(side === 'BUY' ? t.buy : t.sell, pair.baseAsset)}
        tone={side === 'BUY' ? 'buy' : 'sell'}
        check={check}
        onSubmit={send}
      >
        <Size {...{ typed, pair, change }} />
        <fieldset className={css['shares']} aria-label={t.share}>
          {shares.map((percent) => (
            <button key={percent} type="button" className="small" onClick={() => take(percent)}>
              {percent} %
            </button>
          ))}
        </fieldset>
        <Sums draft={draft} terms={terms} />
        {verified ? <CertificationNotice /> : <Unverified />}
      </Form>
      {placed !== null && <OrderReceipt key={placed} orderNo={placed} />}
    </section>
  )
}

type SizeProps = Readonly<{
  typed: Typed
  pair: Terms['pair']
  change: (changed: Partial<Typed>) => void
}>

/** Price and volume of an order; of a market buy, what it spends. */
function Size({ typed, pair, change }: SizeProps) {
  const t = useTexts(tradingTexts)
  const field = (name: 'price' | 'volume' | 'spend', label: string, unit: string) => (
    <Field
      {...{ name, label, unit }}
      inputMode="decimal"
      autoComplete="off"
      value={typed[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  )
  if (isBySpend(typed)) return field('spend', t.spend, pair.quoteAsset)
  return (
    <>
      {typed.type === 'LIMIT' && field('price', t.price, pair.quoteAsset)}
      {field('volume', t.volume, pair.baseAsset)}
    </>
  )
}

/** Returns what to check before sending: which fields break a bound, in words. */
function useCheck(draft: Draft, terms: Terms): () => Problems {
  const t = useTexts(tradingTexts)
  const language = useLanguage()
  const sentence = ({ rule, bound = '0', symbol = '' }: Broken) => {
    const text = t[rule]
    return typeof text === 'string' ? text : text(formatDecimal(bound, language, { symbol }))
  }
  return () => {
    const bySpend = brokenSpend(draft, terms)
    const broken = isBySpend(draft)
      ? [bySpend].filter((one) => one !== null)
      : allBroken(draft, terms)
    return Object.fromEntries(broken.map((one) => [one.field, sentence(one)]))
  }
}

/** Returns what sends the order: once, however often it is called without a response. */
function useSend(
  draft: Draft,
  txPair: string,
  onSent: (orderNo: string) => void,
): () => Promise<void> {
  const t = useTexts(tradingTexts)
  const { tukar } = useTukar()
  const toast = useToast()
  const once = useOnce()
  return async () => {
    const { side, type, volume, price } = draft
    if (volume === null) return
    const body = { side, type, txPair, volume, ...(price === null ? {} : { price }) }
    const sent = await once((key) => {
      const params = { header: { 'Idempotency-Key': key } }
      return tukar.post('/api/exchange/venue/order', { body, params })
    })
    toast(t.placed)
    onSent(orderNoOf(sent))
  }
}

function Available({ side, terms }: Readonly<{ side: Side; terms: Terms }>) {
  const t = useTexts(tradingTexts)
  const { pair, available } = terms
  return (
    <p className="between">
      <span className="quiet">{t.available}</span>
      {side === 'BUY' ? (
        <Amount value={available.quote} symbol={pair.quoteAsset} />
      ) : (
        <Amount value={available.base} symbol={pair.baseAsset} />
      )}
    </p>
  )
}

type KindProps = Readonly<{
  side: Side
  type: OrderType
  change: (changed: Partial<Typed>) => void
}>

function Kind({ side, type, change }: KindProps) {
  const t = useTexts(tradingTexts)
  const sides = [
    { key: 'buy', title: t.buy },
    { key: 'sell', title: t.sell },
  ] as const
  const types = [
    { key: 'LIMIT', title: t.limit },
    { key: 'MARKET', title: t.market },
  ] as const
  return (
    <>
      <Tabs
        label={t.side}
        tabs={sides}
        value={side === 'BUY' ? 'buy' : 'sell'}
        onChange={(key) => change({ side: key === 'buy' ? 'BUY' : 'SELL' })}
      />
      <Tabs
        label={t.type}
        tabs={types}
        value={type}
        onChange={(chosen) => change({ type: chosen })}
      />
    </>
  )
}

/** What the order costs and brings; of a market order, at the best price of this moment. */
function Sums({ draft, terms }: Readonly<{ draft: Draft; terms: Terms }>) {
  const t = useTexts(tradingTexts)
  const shown = useShownDecimal()
  const estimate = estimateOf(draft, terms)
  const { pair, taxRates } = terms
  const taxRate = taxRates[draft.side]
  const isBuy = draft.side === 'BUY'
  const received = isBuy ? pair.baseAsset : pair.quoteAsset
  const price = priceOf(draft, terms)
  const sum = (value: string | undefined, symbol: string) =>
    value === undefined ? '–' : <Amount value={value} symbol={symbol} />
  return (
    <dl className={`facts ${css['sums']}`}>
      {draft.type === 'MARKET' && (
        <>
          <dt>{t.bestPrice}</dt>
          <dd>{sum(price ?? undefined, pair.quoteAsset)}</dd>
        </>
      )}
      {isBySpend(draft) && (
        <>
          <dt>{t.volume}</dt>
          <dd>{sum(draft.volume ?? undefined, pair.baseAsset)}</dd>
        </>
      )}
      <dt>{t.total}</dt>
      <dd>{sum(estimate?.total, pair.quoteAsset)}</dd>
      <dt>{t.fee(shown(isBuy ? pair.buyFee : pair.sellFee))}</dt>
      <dd>{sum(estimate?.fee, received)}</dd>
      {taxRate !== '0' && (
        <>
          <dt>{t.tax(shown(taxRate))}</dt>
          <dd>{sum(estimate?.tax, received)}</dd>
        </>
      )}
      <dt>{t.receive}</dt>
      <dd>
        <strong>{sum(estimate?.received, received)}</strong>
      </dd>
    </dl>
  )
}

function Unverified() {
  const t = useTexts(tradingTexts)
  return (
    <Notice tone="busy">
      <p>{t.verify}</p>
      <Link href={remedies['api.identity_verification_are_required']}>{t.verifyNow}</Link>
    </Notice>
  )
}
