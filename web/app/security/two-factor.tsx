import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeInput } from '../../ui/code-input.tsx'
import { CopyButton } from '../../ui/copy-text.tsx'
import { Field, Form, PasswordField, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMe, useRead } from '../data.ts'
import { securityTexts } from '../texts/security.ts'
import { useTukar } from '../tukar.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Sets up an authenticator app, or removes it. */
export function TwoFactor() {
  return (
    <Loaded query={useMe()}>
      {({ bind2FA, provisional2FAUntil }) =>
        bind2FA ? (
          <>
            <RecoveryCodes />
            <Remove provisionalUntil={provisional2FAUntil} />
          </>
        ) : (
          <SetUp />
        )
      }
    </Loaded>
  )
}

/** After a change, the profile says what to show. */
function useChange(done: string): (change: () => Promise<unknown>) => Promise<void> {
  const queries = useQueryClient()
  const toast = useToast()
  return async (change) => {
    await change()
    toast(done)
    queries.removeQueries({ queryKey: ['settings', 'twofa-secret'] })
    await queries.invalidateQueries({ queryKey: ['me'] })
  }
}

/** The password makes the app count at once; without it, the app is provisional for a day. */
function SetUp() {
  const t = useTexts(securityTexts)
  const { tukar } = useTukar()
  const change = useChange(t.twofaOn)
  const secret = useRead(['settings', 'twofa-secret'], () => tukar.get('/api/users/twofa-secret'))
  const bind = ({ otpCode = '', password = '' }: Values) => {
    const proof = password === '' ? {} : { password }
    return change(() => tukar.post('/api/users/twofa-bind', { body: { otpCode, ...proof } }))
  }
  return (
    <div className="card">
      <p>{t.twofaScan}</p>
      <Loaded query={secret}>
        {({ secret2FA, otpauthUrl }) => (
          <>
            <QrCode text={otpauthUrl} label={t.twofaQr} />
            <p className="between">
              <code data-secret>{secret2FA}</code>
              <CopyButton text={secret2FA} />
            </p>
            <Form submit={t.turnOn} onSubmit={bind}>
              <CodeInput name="otpCode" label={t.code} hint={t.codeHint} />
              <PasswordField
                name="password"
                label={t.password}
                hint={t.twofaPassword}
                autoComplete="current-password"
              />
            </Form>
          </>
        )}
      </Loaded>
      <p className="hint">{t.othersEnd}</p>
    </div>
  )
}

function Remove({ provisionalUntil }: Readonly<{ provisionalUntil: string | null }>) {
  const t = useTexts(securityTexts)
  const { tukar } = useTukar()
  const change = useChange(t.twofaOff)
  const [isAppLost, setAppLost] = useState(false)
  const unbind = ({ otpCode, recoveryCode }: Values) => {
    const body = recoveryCode === undefined ? { otpCode: otpCode ?? '' } : { recoveryCode }
    return change(() => tukar.post('/api/users/twofa-unbind', { body }))
  }
  return (
    <div className="card">
      <p className="between">
        {t.twofaIsOn} <Status tone="good">{t.on}</Status>
      </p>
      {provisionalUntil !== null && (
        <p className="hint">
          {t.twofaProvisional} <Time at={provisionalUntil} />
        </p>
      )}
      <p className="hint">{t.twofaRemove}</p>
      <Form submit={t.turnOff} tone="danger" onSubmit={unbind}>
        {isAppLost ? (
          <Field name="recoveryCode" label={t.recoveryCode} autoComplete="off" required />
        ) : (
          <CodeInput name="otpCode" label={t.code} hint={t.codeHint} />
        )}
      </Form>
      <button type="button" className="link" onClick={() => setAppLost(!isAppLost)}>
        {isAppLost ? t.useApp : t.useRecoveryCode}
      </button>
      <p className="hint">{t.othersEnd}</p>
    </div>
  )
}
