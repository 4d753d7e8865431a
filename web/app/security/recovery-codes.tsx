import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeInput } from '../../ui/code-input.tsx'
import { CopyButton } from '../../ui/copy-text.tsx'
import { Form, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice } from '../../ui/status.tsx'
import { useRead } from '../data.ts'
import { securityTexts } from '../texts/security.ts'
import { useTukar } from '../tukar.tsx'

/** Codes for the day on which the phone is lost. */
export function RecoveryCodes() {
  const t = useTexts(securityTexts)
  const { tukar } = useTukar()
  const queries = useQueryClient()
  const [made, setMade] = useState<readonly string[] | null>(null)
  const known = useRead(['settings', 'recovery-codes'], () =>
    tukar.get('/api/users/recovery-codes'),
  )
  const make = async ({ otpCode = '' }: Values) => {
    const { codes } = await tukar.post('/api/users/recovery-codes', { body: { otpCode } })
    setMade(codes)
    await queries.invalidateQueries({ queryKey: ['settings', 'recovery-codes'] })
  }
  return (
    <section className="card" aria-label={t.recoveryCodes}>
      <h2>{t.recoveryCodes}</h2>
      <p className="hint">{t.recoveryHint}</p>
      {made === null ? (
        <>
          <Loaded query={known}>
            {({ left }) => (
              <Notice tone={left === 0 ? 'busy' : 'good'}>{t.recoveryLeft(left)}</Notice>
            )}
          </Loaded>
          <Form submit={t.makeRecoveryCodes} onSubmit={make}>
            <CodeInput name="otpCode" label={t.code} hint={t.codeHint} />
          </Form>
        </>
      ) : (
        <>
          <Notice tone="busy">{t.recoveryOnce}</Notice>
          <ul aria-label={t.recoveryCodes}>
            {made.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <CopyButton text={made.join('\n')} />
        </>
      )}
    </section>
  )
}
