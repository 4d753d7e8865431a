import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { Field, Form, PasswordField, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMe } from '../data.ts'
import { SandboxMessages } from '../sandbox/sandbox-messages.tsx'
import { securityTexts } from '../texts/security.ts'
import { sessionTexts } from '../texts/session.ts'
import { useTukar } from '../tukar.tsx'

/** A signed-in user changes the password by a mailed link, like one who forgot it. */
export function ChangePassword() {
  return <Loaded query={useMe()}>{({ email }) => <RequestLink known={email} />}</Loaded>
}

export const ForgottenPassword = () => <RequestLink known={null} />

function RequestLink({ known }: Readonly<{ known: string | null }>) {
  const t = useTexts(securityTexts)
  const { tukar } = useTukar()
  const [mailed, setMailed] = useState<string | null>(null)
  const request = async ({ email = known ?? '' }: Values) => {
    await tukar.post('/api/auth/password-token', { body: { email } })
    setMailed(email)
  }
  return (
    <>
      <div className="card">
        <p>{mailed === null ? t.passwordByMail : t.linkMailed(mailed)}</p>
        <p className="hint">{t.passwordEffects}</p>
        <Form submit={mailed === null ? t.sendLink : t.sendAgain} onSubmit={request}>
          {known === null && (
            <Field name="email" label={t.email} type="email" autoComplete="username" required />
          )}
        </Form>
      </div>
      {mailed !== null && <SandboxMessages to={mailed} with="link" />}
    </>
  )
}

/** Opened by the mailed link, which carries a token and the sealed address. */
export function ResetPassword() {
  const t = useTexts(securityTexts)
  const { passwordHint } = useTexts(sessionTexts)
  const { tukar } = useTukar()
  const toast = useToast()
  const [fields] = useSearchParams()
  const [, go] = useLocation()
  const [token, email] = [fields.get('token'), fields.get('email')]
  if (token === null || email === null) {
    return (
      <div className="card">
        <p>{t.linkIncomplete}</p>
        <Link href="/forgotten-password">{t.sendLink}</Link>
      </div>
    )
  }
  const reset = async ({ password = '', password_confirmation = '' }: Values) => {
    const body = { token, email, password, password_confirmation }
    await tukar.post('/api/auth/password-reset', { body })
    // If the reset ended the session of this browser too, the client forgets it at this call.
    await tukar.get('/api/users/me').catch(() => null)
    toast(t.passwordChanged)
    go('/sign-in')
  }
  const check = ({ password, password_confirmation }: Values) => ({
    password_confirmation: password === password_confirmation ? null : t.passwordsDiffer,
  })
  return (
    <div className="card">
      <Form submit={t.setPassword} onSubmit={reset} check={check}>
        <PasswordField
          name="password"
          label={t.newPassword}
          hint={passwordHint}
          autoComplete="new-password"
        />
        <PasswordField
          name="password_confirmation"
          label={t.passwordAgain}
          autoComplete="new-password"
        />
      </Form>
      <p className="hint">{t.passwordEffects}</p>
    </div>
  )
}
