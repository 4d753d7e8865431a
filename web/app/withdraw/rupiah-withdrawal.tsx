import { compareDecimals } from '@tukar/client'
import { useState } from 'react'
import { Form, Select, type Values } from '../../ui/form.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useRead } from '../data.ts'
import { useAmountProblem } from '../money/amount-problem.ts'
import { checkAmount, sumsOf, type WithdrawalTerms } from '../money/amounts.ts'
import type { Coin } from '../money/money-data.ts'
import { useOnce } from '../once.ts'
import { withdrawTexts } from '../texts/withdraw.ts'
import { useTukar } from '../tukar.tsx'
import { AmountField } from './amount-field.tsx'
import { AddBankAccount, accountName, type BankAccount } from './bank-accounts.tsx'
import { type Codes, ConfirmWithdrawal } from './confirm-withdrawal.tsx'

type Draft = Readonly<{ amount: string; account: BankAccount }>
type Props = Readonly<{ coin: Coin; email: string }>

/** Rupiah to a bank account of the user: the amount first, then the codes. */
export function RupiahWithdrawal({ coin, email }: Props) {
  const { tukar } = useTukar()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [isReady, setReady] = useState(false)
  const once = useOnce()
  const fees = useRead(['settings', 'fees'], (client) => client.get('/api/fee-list'))
  const send = (codes: Codes, key: string) =>
    tukar.post('/api/withdraw/withdraw-fiat', {
      body: {
        amount: draft?.amount ?? '0',
        paymentMethod: 'payx',
        bankAccount: draft?.account.userBankAddressId ?? 0,
        ...codes,
      },
      params: { header: { 'Idempotency-Key': key } },
    })
  return (
    <Loaded query={fees}>
      {({ withdrawals }) => {
        const own = withdrawals.find(({ symbol }) => symbol === coin.symbol)
        const { minimum = '0', maximum = '0', fee = coin.withdrawalFee } = own ?? {}
        const { symbol, available } = coin
        const terms = { symbol, available, minimum, maximum, fee, scale: 0, feeIncluded: false }
        if (draft !== null && isReady) {
          const back = () => setReady(false)
          return (
            <ConfirmWithdrawal
              {...{ email, terms, send, once, amount: draft.amount }}
              onBack={back}
            >
              <p>{accountName(draft.account)}</p>
            </ConfirmWithdrawal>
          )
        }
        const next = async (made: Draft) => {
          await tukar.get('/api/withdraws/otp')
          setDraft(made)
          setReady(true)
        }
        return <RupiahForm terms={terms} draft={draft} onNext={next} />
      }}
    </Loaded>
  )
}

type FormProps = Readonly<{
  terms: WithdrawalTerms
  draft: Draft | null
  onNext: (draft: Draft) => Promise<void>
}>

function RupiahForm({ terms, draft, onNext }: FormProps) {
  const t = useTexts(withdrawTexts)
  const language = useLanguage()
  const problemOf = useAmountProblem()
  const accounts = useRead(['accounts'], (tukar) => tukar.get('/api/user/bank'))
  const check = ({ amount = '' }: Values) => {
    const { taken } = sumsOf(terms, checkAmount(amount, language, terms).amount)
    const tooMuch = compareDecimals(taken, terms.available) > 0 ? t.tooLittle : null
    return { amount: problemOf(amount, terms) ?? tooMuch }
  }
  return (
    <Loaded query={accounts}>
      {(own) => {
        const submit = async ({ amount = '', bankAccount }: Values) => {
          const account = own.find((one) => `${one.userBankAddressId}` === bankAccount)
          if (account === undefined) return
          await onNext({ amount: checkAmount(amount, language, terms).amount, account })
        }
        const choices = own.map((one) => ({
          value: `${one.userBankAddressId}`,
          label: accountName(one),
        }))
        if (own.length === 0) return <AddBankAccount isFirst />
        return (
          <div className="card">
            <Form submit={t.continue} onSubmit={submit} check={check}>
              <Select
                name="bankAccount"
                label={t.to}
                choices={choices}
                defaultValue={`${draft?.account.userBankAddressId ?? choices.at(-1)?.value}`}
              />
              <AmountField terms={terms} initial={draft?.amount} dailyLimit={null} />
            </Form>
            <AddBankAccount />
          </div>
        )
      }}
    </Loaded>
  )
}
