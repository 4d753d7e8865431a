import { useState } from 'react'
import { Form, PasswordField, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Notice } from '../../ui/status.tsx'
import { operators, session } from '../session.ts'
import { Alone } from './sign-in.tsx'
import { accessTexts } from './texts.ts'

/**
 * The page of a mailed invitation. Both entries are compared here, since a password that was
 * mistyped takes another invitation.
 */
export function Invitation({ token }: Readonly<{ token: string }>) {
  const t = useTexts(accessTexts)
  const [email, setEmail] = useState<string | null>(null)
  const accept = async ({ password = '' }: Values) => {
    const body = { token, password }
    const operator = await operators.post('/operator/api/invitations/accept', { body })
    // Another operator may be signed in here; the next page must not show them.
    session.end()
    setEmail(operator.email)
  }
  return (
    <Alone title={t.choose}>
      {email === null ? (
        <Form
          submit={t.choose}
          onSubmit={accept}
          check={({ password, again }) => ({ again: password === again ? null : t.differ })}
        >
          <PasswordField
            name="password"
            label={t.newPassword}
            hint={t.newPasswordHint}
            autoComplete="new-password"
            required
          />
          <PasswordField name="again" label={t.again} autoComplete="new-password" required />
        </Form>
      ) : (
        <>
          <Notice tone="good">{t.chosen(email)}</Notice>
          <a href="/console" className="button">
            {t.toSignIn}
          </a>
        </>
      )}
    </Alone>
  )
}
