import { Field, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Action, CodeField, withCode } from '../action.tsx'
import { AmountField } from '../amount-field.tsx'
import { useOpenProposal } from '../content/parts.tsx'
import { operators } from '../session.ts'
import { reconciliationTexts } from './texts.ts'

/** Proposes to move money between two accounts where no other act ends a fault. */
export function CorrectLedger() {
  const t = useTexts(reconciliationTexts)
  const openProposal = useOpenProposal()
  const send = async (values: Values) => {
    const { symbol = '', amount = '', from = '', to = '', reason = '', otpCode } = values
    const proposal = await operators.post('/operator/api/ledger/corrections', {
      body: { symbol, amount, from, to, reason, ...withCode(otpCode) },
    })
    openProposal({ proposal })
  }
  return (
    <Action title={t.correct} role="finance" run={send}>
      <p>{t.correctHint}</p>
      <Field name="symbol" label={t.asset} maxLength={20} required />
      <AmountField name="amount" label={t.amount} required />
      <Field name="from" label={t.fromAccount} maxLength={30} required />
      <Field name="to" label={t.toAccount} maxLength={30} required />
      <Field name="reason" label={t.reason} maxLength={200} required />
      <CodeField />
    </Action>
  )
}
