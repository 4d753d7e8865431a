import { useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client/operator'
import { useState } from 'react'
import { CodeInput } from '../../ui/code-input.tsx'
import { Form, PasswordField, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { useToast } from '../../ui/toast.tsx'
import { CodeField, withCode } from '../action.tsx'
import { useOperator } from '../desk.tsx'
import { Section } from '../facts.tsx'
import { operators } from '../session.ts'
import { accessTexts } from './texts.ts'

export function Account() {
  return (
    <div className="stack narrow">
      <PasswordForm />
      <AppForm tone="plain" />
    </div>
  )
}

export function PasswordForm() {
  const t = useTexts(accessTexts)
  const toast = useToast()
  const queries = useQueryClient()
  const send = async (values: Values) => {
    const { currentPassword = '', password = '', password_confirmation = '', otpCode } = values
    const code = withCode(otpCode)
    const body = { currentPassword, password, password_confirmation, ...code }
    await operators.post('/operator/api/password', { body })
    await queries.invalidateQueries()
    toast(t.changed)
  }
  return (
    <Section title={t.password}>
      <p className="hint">{t.changeHint}</p>
      <Form submit={t.change} onSubmit={send}>
        <PasswordField
          name="currentPassword"
          label={t.current}
          autoComplete="current-password"
          required
        />
        <PasswordField
          name="password"
          label={t.newPassword}
          hint={t.newPasswordHint}
          autoComplete="new-password"
          required
        />
        <PasswordField
          name="password_confirmation"
          label={t.again}
          autoComplete="new-password"
          required
        />
        <CodeField />
      </Form>
    </Section>
  )
}

type Secret = components['schemas']['OperatorTwofaSecret']

/** Binds an authenticator app: the password gives a secret, and its first code puts it to use. */
export function AppForm({ tone = 'main' }: Readonly<{ tone?: 'main' | 'plain' }>) {
  const t = useTexts(accessTexts)
  const { bind2FA } = useOperator()
  const [secret, setSecret] = useState<Secret | null>(null)
  const ask = async ({ password = '', otpCode }: Values) => {
    const body = { password, ...withCode(otpCode) }
    setSecret(await operators.post('/operator/api/totp', { body }))
  }
  return (
    <Section title={t.app}>
      {secret === null ? (
        <Form submit={bind2FA ? t.setUpOther : t.setUp} tone={tone} onSubmit={ask}>
          <PasswordField
            name="password"
            label={t.password}
            autoComplete="current-password"
            required
          />
          <CodeField />
        </Form>
      ) : (
        <Bind secret={secret} onBound={() => setSecret(null)} />
      )}
    </Section>
  )
}

function Bind({ secret, onBound }: Readonly<{ secret: Secret; onBound: () => void }>) {
  const t = useTexts(accessTexts)
  const toast = useToast()
  const queries = useQueryClient()
  const confirm = async ({ otpCode = '' }: Values) => {
    await operators.post('/operator/api/totp/confirm', { body: { otpCode } })
    onBound()
    await queries.invalidateQueries()
    toast(t.bound)
  }
  return (
    <>
      <p>{t.scan}</p>
      <img className="qr-code" src={secret.qrCode} alt={t.secret} />
      <code>{secret.secret2FA}</code>
      <Form submit={t.bind} onSubmit={confirm}>
        <CodeInput name="otpCode" label={t.first} />
      </Form>
    </>
  )
}
