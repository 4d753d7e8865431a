import { useState } from 'react'
import { CodeInput } from '../../ui/code-input.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Field, Form, PasswordField, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Failure, Loaded } from '../../ui/states.tsx'
import { Notice } from '../../ui/status.tsx'
import { useMe } from '../data.ts'
import { securityTexts } from '../texts/security.ts'
import { useTukar } from '../tukar.tsx'

/** Suspends the account at once, for example after a theft; only an operator lifts that. */
export function CloseAccount() {
  const t = useTexts(securityTexts)
  const { tukar } = useTukar()
  const [asked, setAsked] = useState<Values | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const ask = async (values: Values) => setAsked(values)
  const suspend = async ({ password = '', otpCode, reason = '' }: Values) => {
    setAsked(null)
    setFailure(null)
    try {
      const code = otpCode === undefined ? {} : { otpCode }
      await tukar.post('/api/user/suspend', { body: { password, reason, ...code } })
      await tukar.signOut().catch(() => null)
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <div className="card">
      <Notice tone="busy">{t.closeEffects}</Notice>
      {failure !== null && <Failure error={failure} />}
      <Loaded query={useMe()}>
        {({ bind2FA }) => (
          <Form submit={t.closeAccount} tone="danger" onSubmit={ask}>
            <PasswordField
              name="password"
              label={t.password}
              autoComplete="current-password"
              required
            />
            {bind2FA && <CodeInput name="otpCode" label={t.code} hint={t.codeHint} />}
            <Field name="reason" label={t.reason} maxLength={500} />
          </Form>
        )}
      </Loaded>
      {asked !== null && (
        <Confirm
          title={t.closeAccount}
          action={t.closeAccount}
          onClose={() => setAsked(null)}
          onConfirm={() => void suspend(asked)}
        >
          <p>{t.closeSure}</p>
        </Confirm>
      )}
    </div>
  )
}
