import type { ReactNode } from 'react'
import { Field, Form, PasswordField, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { LanguageTabs } from '../../ui/language-tabs.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { operators, session } from '../session.ts'
import { useSetLanguage } from '../set-language.ts'
import { accessTexts } from './texts.ts'

/** The page without navigation, before an operator may see the others. */
export function Alone({ title, children }: Readonly<{ title: string; children: ReactNode }>) {
  const setLanguage = useSetLanguage()
  return (
    <main className="alone">
      <PageTitle text={`${title} · Tukar`} />
      <div className="between">
        <h1>{title}</h1>
        <LanguageTabs onChange={setLanguage} />
      </div>
      {children}
    </main>
  )
}

/**
 * The code is always offered, since a sign-in without one counts as a wrong code for an operator
 * who has bound an app.
 */
export function SignIn() {
  const t = useTexts(accessTexts)
  const send = async ({ email = '', password = '', otpCode = '' }: Values) => {
    const body = { email, password, ...(otpCode === '' ? {} : { otpCode }) }
    const { token } = await operators.post('/operator/api/login', { body })
    session.begin(token)
  }
  return (
    <Alone title={t.operators}>
      <Form submit={t.signIn} onSubmit={send}>
        <Field name="email" type="email" label={t.email} autoComplete="username" required />
        <PasswordField
          name="password"
          label={t.password}
          autoComplete="current-password"
          required
        />
        <Field
          name="otpCode"
          label={t.code}
          hint={t.codeHint}
          className="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9](\s*[0-9]){5}"
        />
      </Form>
    </Alone>
  )
}
