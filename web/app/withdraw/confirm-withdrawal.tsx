import { useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { CodeInput } from '../../ui/code-input.tsx'
import { Form, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Notice } from '../../ui/status.tsx'
import { TaskButton } from '../../ui/task-button.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { WithdrawalTerms } from '../money/amounts.ts'
import { withdrawalPath } from '../money/transfer-list.tsx'
import type { Once } from '../once.ts'
import { SandboxMessages } from '../sandbox/sandbox-messages.tsx'
import { withdrawTexts } from '../texts/withdraw.ts'
import { useTukar } from '../tukar.tsx'
import { Sums } from './amount-field.tsx'

export type Codes = Readonly<{ otpCode: string; twoFACode: string }>

type ConfirmProps = Readonly<{
  email: string
  terms: WithdrawalTerms
  amount: string
  /** Where it goes. */
  children: ReactNode
  send: (codes: Codes, key: string) => Promise<components['schemas']['Withdrawal']>
  /** Of the whole form: a withdrawal whose response was lost may be changed afterwards. */
  once: Once
  onBack: () => void
}>

/** Shows the withdrawal once more, asks for both codes, and requests it once. */
export function ConfirmWithdrawal(props: ConfirmProps) {
  const { email, terms, amount, children, send, once, onBack } = props
  const t = useTexts(withdrawTexts)
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const request = async ({ otpCode = '', twoFACode = '' }: Values) => {
    const withdrawal = await once((key) => send({ otpCode, twoFACode }, key))
    await queries.invalidateQueries({ queryKey: ['transfers'] })
    navigate(withdrawalPath(terms.symbol, withdrawal.request_id))
  }
  return (
    <>
      <div className="card">
        {children}
        <Sums terms={terms} amount={amount} />
        <Notice tone="busy">{t.check}</Notice>
        <p>{t.mailed(email)}</p>
        <Form submit={t.requestIt} onSubmit={request} fieldOf={codeFields}>
          <CodeInput name="otpCode" label={t.mailedCode} digits={4} />
          <CodeInput name="twoFACode" label={t.authenticatorCode} />
        </Form>
        <div className="pair">
          <button type="button" onClick={onBack}>
            {t.change}
          </button>
          <AnotherCode />
        </div>
      </div>
      <SandboxMessages to={email} with="code" />
    </>
  )
}

/** The fields that these refusals are about. */
const codeFields = {
  'api.email_otp_error': 'otpCode',
  'api.two_fa_failed': 'twoFACode',
} as const

/** A refused request uses up its mailed code. */
function AnotherCode() {
  const t = useTexts(withdrawTexts)
  const toast = useToast()
  const { tukar } = useTukar()
  const send = async () => {
    await tukar.get('/api/withdraws/otp')
    toast(t.codeSent)
  }
  return <TaskButton task={send}>{t.anotherCode}</TaskButton>
}
