import { useState } from 'react'
import { Link } from 'wouter'
import { Field, Form, PasswordField, type Values } from '../../ui/form.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { CheckMail } from '../check-mail/check-mail.tsx'
import { sessionTexts } from '../texts/session.ts'
import { useTukar } from '../tukar.tsx'

/** Opens an account, then waits for the owner to open the mailed link. */
export function SignUp() {
  const [email, setEmail] = useState<string | null>(null)
  return email === null ? <SignUpForm onDone={setEmail} /> : <CheckMail email={email} />
}

function SignUpForm({ onDone }: Readonly<{ onDone: (email: string) => void }>) {
  const t = useTexts(sessionTexts)
  const language = useLanguage()
  const { tukar } = useTukar()
  const send = async ({ email = '', password = '', password_confirmation = '' }: Values) => {
    const body = { email, password, password_confirmation, language }
    await tukar.post('/api/auth/register', { body })
    onDone(email)
  }
  const check = ({ password, password_confirmation }: Values) => ({
    password_confirmation: password === password_confirmation ? null : t.passwordsDiffer,
  })
  return (
    <div className="card">
      <Form submit={t.signUp} onSubmit={send} check={check}>
        <Field name="email" label={t.email} type="email" autoComplete="username" />
        <PasswordField
          name="password"
          label={t.password}
          hint={t.passwordHint}
          autoComplete="new-password"
        />
        <PasswordField
          name="password_confirmation"
          label={t.passwordAgain}
          autoComplete="new-password"
        />
      </Form>
      <p>
        {t.haveAccount} <Link href="/sign-in">{t.signIn}</Link>
      </p>
    </div>
  )
}
