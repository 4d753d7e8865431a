import { useQueryClient } from '@tanstack/react-query'
import { type components, formatDecimal } from '@tukar/client'
import { useState } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { Field, Form, type Values } from '../../ui/form.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice, Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { useRead } from '../data.ts'
import { useAmountProblem } from '../money/amount-problem.ts'
import { type AmountTerms, checkAmount } from '../money/amounts.ts'
import { useOnce } from '../once.ts'
import { payCode, SandboxPayment } from '../sandbox/sandbox-payment.tsx'
import { depositTexts } from '../texts/deposit.ts'
import { moneyTexts } from '../texts/money.ts'
import { useTukar } from '../tukar.tsx'

type Code = components['schemas']['QrCode']

const expiryRefreshMs = 30_000

/** Rupiah by QRIS: a code for an amount, which any QRIS app pays once. */
export function QrDeposit() {
  const [shown, setShown] = useState<number | null>(null)
  // A payment is a deposit, which the stream reports: then the codes are read again. An expiry is
  // no event, and the service's clock decides it.
  const codes = useRead(['transfers', 'qris'], (tukar) => tukar.get('/api/payx/qris'), {
    refetchInterval: expiryRefreshMs,
  })
  return (
    <Loaded query={codes}>
      {({ data }) => {
        const code = data.find(({ id }) => id === shown)
        if (code !== undefined) return <OneCode code={code} onEnd={() => setShown(null)} />
        return (
          <>
            <NewCode onMade={setShown} />
            <OpenCodes codes={data.filter(isOpen)} onChoose={setShown} />
          </>
        )
      }}
    </Loaded>
  )
}

const isOpen = ({ status }: Code): boolean => status === 'ACTIVE'

function NewCode({ onMade }: Readonly<{ onMade: (id: number) => void }>) {
  const t = useTexts(depositTexts)
  const money = useTexts(moneyTexts)
  const language = useLanguage()
  const { tukar } = useTukar()
  const queries = useQueryClient()
  const problemOf = useAmountProblem()
  const once = useOnce()
  const terms = useRead(['settings', 'qris'], (tukar) =>
    tukar.get('/api/payx/payment-method/{type}', { params: { path: { type: 'qris' } } }),
  )
  return (
    <div className="card">
      <Loaded query={terms}>
        {({ minimum, maximum, rate }) => {
          const bounds: AmountTerms = { scale: 0, symbol: 'IDR', minimum, maximum }
          const make = async ({ amount: typed = '' }: Values) => {
            const amount = checkAmount(typed, language, bounds).amount
            const { id } = await once((key) =>
              tukar.post('/api/payx/qris', {
                body: { amount },
                params: { header: { 'Idempotency-Key': key } },
              }),
            )
            await queries.invalidateQueries({ queryKey: ['transfers', 'qris'] })
            onMade(id)
          }
          const check = ({ amount = '' }: Values) => ({ amount: problemOf(amount, bounds) })
          const rupiah = (value: string) => formatDecimal(value, language, { symbol: 'IDR' })
          const fee = `${money.fee} ${formatDecimal(rate, language)} %`
          const hint = `${t.bounds(rupiah(minimum), rupiah(maximum))} · ${fee}`
          return (
            <Form submit={t.makeCode} onSubmit={make} check={check}>
              <Field
                name="amount"
                label={money.amount}
                inputMode="numeric"
                unit="IDR"
                hint={hint}
              />
            </Form>
          )
        }}
      </Loaded>
    </div>
  )
}

function OneCode({ code, onEnd }: Readonly<{ code: Code; onEnd: () => void }>) {
  const t = useTexts(depositTexts)
  const { status, qrString, amount, expiresAt, externalId } = code
  const open = isOpen(code)
  const tone = status === 'PAID' ? 'good' : open || status === 'REQUESTED' ? 'busy' : 'bad'
  return (
    <>
      <div className="card">
        <div className="between">
          <span className="headline">
            <Amount value={amount} symbol="IDR" />
          </span>
          <Status tone={tone}>{wordIn(t.codeStatuses, status)}</Status>
        </div>
        {open && qrString !== null && (
          <>
            <QrCode text={qrString} label={t.code} />
            <p className="hint">{t.scan}</p>
            <p className="between">
              <span className="quiet">{t.expires}</span>
              <Time at={expiresAt} />
            </p>
          </>
        )}
        {status === 'PAID' && <Notice tone="good">{t.paid}</Notice>}
        <button type="button" onClick={onEnd}>
          {t.anotherCode}
        </button>
      </div>
      {open && <SandboxPayment amount={amount} pay={payCode(externalId)} />}
    </>
  )
}

type OpenCodesProps = Readonly<{ codes: readonly Code[]; onChoose: (id: number) => void }>

function OpenCodes({ codes, onChoose }: OpenCodesProps) {
  const t = useTexts(depositTexts)
  if (codes.length === 0) return null
  return (
    <section className="card">
      <h2>{t.openCodes}</h2>
      {codes.map(({ id, amount, expiresAt }) => (
        <button key={id} type="button" onClick={() => onChoose(id)}>
          <Amount value={amount} symbol="IDR" />
          <small className="quiet">
            {t.expires} <Time at={expiresAt} />
          </small>
        </button>
      ))}
    </section>
  )
}
