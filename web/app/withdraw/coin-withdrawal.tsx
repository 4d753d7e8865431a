import { compareDecimals, Refusal } from '@tukar/client'
import { useState } from 'react'
import { Form, Select, type Values } from '../../ui/form.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Notice } from '../../ui/status.tsx'
import { useAmountProblem } from '../money/amount-problem.ts'
import { checkAmount, type WithdrawalTerms } from '../money/amounts.ts'
import type { Coin, CoinNetwork } from '../money/money-data.ts'
import { useOnce } from '../once.ts'
import { moneyTexts } from '../texts/money.ts'
import { withdrawTexts } from '../texts/withdraw.ts'
import { useTukar } from '../tukar.tsx'
import { AddressFields } from './address-fields.tsx'
import { AmountField } from './amount-field.tsx'
import { type Codes, ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import { Recipient } from './recipient.tsx'

type Draft = Readonly<{
  amount: string
  network: CoinNetwork
  toAddress: string
  tag: string
  residentialName: string
  residentialAddress: string
}>

type Props = Readonly<{ coin: Coin; email: string }>

const termsOf = ({ symbol, scale, available }: Coin, network: CoinNetwork): WithdrawalTerms => ({
  symbol,
  scale,
  available,
  minimum: network.minWithdrawal,
  maximum: network.maxWithdrawal,
  fee: network.withdrawalFee,
  feeIncluded: true,
})

/** Coins to an address: where and how much first, then the codes. */
export function CoinWithdrawal({ coin, email }: Props) {
  const t = useTexts(withdrawTexts)
  const { tukar } = useTukar()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [isReady, setReady] = useState(false)
  const once = useOnce()
  const open = coin.networks.filter(({ withdrawActive }) => withdrawActive)
  if (!coin.active || open.length === 0) return <Notice tone="bad">{t.coinClosed}</Notice>
  if (draft === null || !isReady) {
    const next = async (made: Draft) => {
      await tukar.get('/api/withdraws/otp')
      setDraft(made)
      setReady(true)
    }
    return <CoinForm coin={coin} networks={open} draft={draft} onNext={next} />
  }
  const { amount, network, toAddress, tag, residentialName, residentialAddress } = draft
  const send = (codes: Codes, key: string) =>
    tukar.post('/api/withdraw/withdraw-coin', {
      body: {
        symbol: coin.symbol,
        network: network.network,
        ...{ amount, toAddress, residentialName },
        ...codes,
        ...(tag === '' ? {} : { destination_tag: tag }),
        ...(residentialAddress === '' ? {} : { residentialAddress }),
      },
      params: { header: { 'Idempotency-Key': key } },
    })
  const terms = termsOf(coin, network)
  return (
    <ConfirmWithdrawal {...{ email, terms, amount, send, once }} onBack={() => setReady(false)}>
      <Destination draft={draft} />
    </ConfirmWithdrawal>
  )
}

function Destination({ draft }: Readonly<{ draft: Draft }>) {
  const t = useTexts(withdrawTexts)
  const money = useTexts(moneyTexts)
  return (
    <dl className="facts">
      <dt>{money.network}</dt>
      <dd>{draft.network.network}</dd>
      <dt>{t.toAddress}</dt>
      <dd>
        <code>{draft.toAddress}</code>
      </dd>
      {draft.tag !== '' && (
        <>
          <dt>{t.tag}</dt>
          <dd>
            <code>{draft.tag}</code>
          </dd>
        </>
      )}
      <dt>{t.recipient}</dt>
      <dd>{draft.residentialName}</dd>
    </dl>
  )
}

type FormProps = Readonly<{
  coin: Coin
  networks: readonly CoinNetwork[]
  draft: Draft | null
  onNext: (draft: Draft) => Promise<void>
}>

const toOurs = 'api.withdrawal_to_own_address'

function CoinForm({ coin, networks, draft, onNext }: FormProps) {
  const t = useTexts(withdrawTexts)
  const money = useTexts(moneyTexts)
  const language = useLanguage()
  const { tukar } = useTukar()
  const problemOf = useAmountProblem()
  const [name, setName] = useState(draft?.network.network ?? networks[0]?.network ?? '')
  const network = networks.find((one) => one.network === name)
  if (network === undefined) return null
  const terms = termsOf(coin, network)
  const check = ({ amount = '', toAddress, tag, residentialName }: Values) => {
    const tooMuch = compareDecimals(checkAmount(amount, language, terms).amount, coin.available) > 0
    return {
      amount: problemOf(amount, terms) ?? (tooMuch ? t.tooLittle : null),
      toAddress: toAddress ? null : t.required,
      tag: tag === '' ? t.required : null,
      residentialName: residentialName ? null : t.required,
    }
  }
  const submit = async (values: Values) => {
    const { toAddress = '', tag = '', residentialName = '', residentialAddress = '' } = values
    const body = { address: toAddress, chain_id: network.chainId }
    const { exists } = await tukar.post('/api/users/wallet-address-check', { body })
    // The service refuses such a withdrawal, but only after its code was mailed.
    if (exists) throw new Refusal(toOurs, new Response(null, { status: 400 }))
    const { amount } = checkAmount(values['amount'] ?? '', language, terms)
    await onNext({ amount, network, toAddress, tag, residentialName, residentialAddress })
  }
  return (
    <div className="card">
      <Form submit={t.continue} onSubmit={submit} check={check} fieldOf={{ [toOurs]: 'toAddress' }}>
        <Select
          name="network"
          label={money.network}
          value={name}
          onChoose={setName}
          choices={networks.map((one) => ({ value: one.network, label: one.network }))}
        />
        <AddressFields
          key={name}
          symbol={coin.symbol}
          network={name}
          address={draft?.toAddress}
          tag={draft?.tag}
        />
        <AmountField terms={terms} initial={draft?.amount} dailyLimit={coin.dailyWithdrawalLimit} />
        <Recipient name={draft?.residentialName} address={draft?.residentialAddress} />
      </Form>
    </div>
  )
}
