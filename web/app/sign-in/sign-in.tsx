import { Refusal } from '@tukar/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { CodeInput } from '../../ui/code-input.tsx'
import { Field, Form, PasswordField, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { captchaIn, SandboxCaptcha } from '../sandbox/sandbox-captcha.tsx'
import { sessionTexts } from '../texts/session.ts'
import { useTukar } from '../tukar.tsx'

/** Signs in. The code of an authenticator is asked for once the password was right. */
export function SignIn() {
  const t = useTexts(sessionTexts)
  const { tukar } = useTukar()
  const [needsCode, setNeedsCode] = useState(false)
  const [isAppLost, setAppLost] = useState(false)
  const [asksCaptcha, setAsksCaptcha] = useState(false)
  const send = async ({ email = '', password = '', ...others }: Values) => {
    const { otpCode, recoveryCode } = others
    const code = {
      ...(otpCode === undefined ? {} : { otpCode }),
      ...(recoveryCode === undefined ? {} : { recoveryCode }),
    }
    try {
      await tukar.signIn({ email, password, ...code, ...captchaIn(others) })
    } catch (error) {
      // After many wrong passwords of a day the service asks for one on a new device.
      if (error instanceof Refusal && error.key === 'api.captcha_failed') setAsksCaptcha(true)
      const isAsking = error instanceof Refusal && error.key === 'auth.otp_failed'
      if (!isAsking || needsCode) throw error
      setNeedsCode(true)
    }
  }
  return (
    <div className="card">
      <Form submit={t.signIn} onSubmit={send}>
        <Field name="email" label={t.email} type="email" autoComplete="username" required />
        <PasswordField
          name="password"
          label={t.password}
          autoComplete="current-password"
          required
        />
        {needsCode && !isAppLost && <CodeInput name="otpCode" label={t.code} hint={t.codeHint} />}
        {needsCode && isAppLost && (
          <Field name="recoveryCode" label={t.recoveryCode} autoComplete="off" required />
        )}
        {asksCaptcha && <SandboxCaptcha />}
      </Form>
      {needsCode && (
        <button type="button" className="link" onClick={() => setAppLost(!isAppLost)}>
          {isAppLost ? t.useApp : t.useRecoveryCode}
        </button>
      )}
      <Link href="/forgotten-password">{t.forgotPassword}</Link>
      <p>
        {t.noAccount} <Link href="/sign-up">{t.signUp}</Link>
      </p>
    </div>
  )
}
