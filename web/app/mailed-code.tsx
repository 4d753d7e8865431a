import { useState } from 'react'
import { CodeInput } from '../ui/code-input.tsx'
import { useTexts } from '../ui/language.tsx'
import { Failure } from '../ui/states.tsx'
import { SandboxMessages } from './sandbox/sandbox-messages.tsx'
import { securityTexts } from './texts/security.ts'
import { useTukar } from './tukar.tsx'

type MailedCodeProps = Readonly<{ name: string; email: string; purpose: 'api-key' }>

/** A field for the code that is mailed to the user on request, for one purpose. */
export function MailedCode({ name, email, purpose }: MailedCodeProps) {
  const t = useTexts(securityTexts)
  const { tukar } = useTukar()
  const [sent, setSent] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const request = async () => {
    setFailure(null)
    try {
      await tukar.post('/api/email/otp-code', { body: { email, purpose } })
      setSent(true)
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <>
      <CodeInput name={name} label={t.mailedCode} hint={sent ? t.mailedTo(email) : ''} />
      <button type="button" onClick={() => void request()}>
        {sent ? t.sendAgain : t.sendCode}
      </button>
      {failure !== null && <Failure error={failure} />}
      {sent && <SandboxMessages to={email} with="code" />}
    </>
  )
}
