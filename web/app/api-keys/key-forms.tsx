import { useQueryClient } from '@tanstack/react-query'
import { type components, Refusal } from '@tukar/client'
import { useState } from 'react'
import { CodeInput } from '../../ui/code-input.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Form, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMe } from '../data.ts'
import { MailedCode } from '../mailed-code.tsx'
import { apiKeysTexts } from '../texts/api-keys.ts'
import { useTukar } from '../tukar.tsx'
import { RightsFields, rightsIn } from './rights.tsx'

type Key = components['schemas']['ApiKey']
type MadeKey = components['schemas']['CreatedApiKey']
type CreateProps = Readonly<{ onClose: () => void; onMade: (made: MadeKey) => void }>

const useOutdate = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['api-keys'] })
}

const useCheck = () => {
  const t = useTexts(apiKeysTexts)
  return (values: Values) => ({
    permissions: rightsIn(values).permissions.length === 0 ? t.noPermission : null,
  })
}

/**
 * A key takes the code that is mailed to the user. With the code of the authenticator it may
 * withdraw at once, else after a day.
 */
export function CreateKey({ onClose, onMade }: CreateProps) {
  const t = useTexts(apiKeysTexts)
  const { tukar } = useTukar()
  const outdate = useOutdate()
  const create = async ({ apiName = '', emailOtpCode = '', twoFACode = '', ...values }: Values) => {
    const appCode = twoFACode === '' ? {} : { twoFACode }
    const body = { apiName, emailOtpCode, ...appCode, ...rightsIn(values) }
    onMade(await tukar.post('/api/user/api-key', { body }))
    await outdate()
  }
  return (
    <Dialog title={t.create} onClose={onClose}>
      <Form submit={t.create} onSubmit={create} check={useCheck()}>
        <Field name="apiName" label={t.name} maxLength={50} required />
        <RightsFields permissions={['read']} ips={[]} />
        <Loaded query={useMe()}>
          {({ email, bind2FA }) => (
            <>
              <MailedCode name="emailOtpCode" email={email} purpose="api-key" />
              {bind2FA && (
                <CodeInput name="twoFACode" label={t.code} hint={t.codeToWithdraw} optional />
              )}
            </>
          )}
        </Loaded>
      </Form>
    </Dialog>
  )
}

/** Replaces the pair of a key. More rights take a code, which is asked for once it is needed. */
export function ChangeKey({ apiKey, onClose, onMade }: CreateProps & Readonly<{ apiKey: Key }>) {
  const t = useTexts(apiKeysTexts)
  const { tukar } = useTukar()
  const outdate = useOutdate()
  const [needsCode, setNeedsCode] = useState(false)
  const change = async ({ wholeKey = '', emailOtpCode, twoFACode, ...values }: Values) => {
    const codes = {
      ...(emailOtpCode === undefined ? {} : { emailOtpCode }),
      ...(twoFACode === undefined ? {} : { twoFACode }),
    }
    const named = { apiKeyId: apiKey.apiKeyId, apiKey: wholeKey }
    try {
      const body = { ...named, ...rightsIn(values), ...codes }
      onMade(await tukar.put('/api/user/api-key', { body }))
      await outdate()
    } catch (error) {
      if (needsCode || !asksForCode(error)) throw error
      setNeedsCode(true)
    }
  }
  return (
    <Dialog title={t.change} onClose={onClose}>
      <p>{t.changeEffects}</p>
      <Form submit={t.change} onSubmit={change} check={useCheck()}>
        <WholeKey masked={apiKey.apiKey} />
        <RightsFields {...apiKey} />
        {needsCode && <StepUpCode />}
      </Form>
    </Dialog>
  )
}

const asksForCode = (error: unknown): boolean =>
  error instanceof Refusal && ['api.email_otp_error', 'auth.otp_failed'].includes(error.key)

/** The code of the authenticator if one counts, else one that is mailed; both in its first day. */
function StepUpCode() {
  const t = useTexts(apiKeysTexts)
  return (
    <Loaded query={useMe()}>
      {({ bind2FA, provisional2FAUntil, email }) => (
        <>
          {bind2FA && <CodeInput name="twoFACode" label={t.code} />}
          {(!bind2FA || provisional2FAUntil !== null) && (
            <MailedCode name="emailOtpCode" email={email} purpose="api-key" />
          )}
        </>
      )}
    </Loaded>
  )
}

/** A change names the key in full, which the service shows at its creation only. */
function WholeKey({ masked }: Readonly<{ masked: string }>) {
  const t = useTexts(apiKeysTexts)
  return (
    <Field
      name="wholeKey"
      label={t.wholeKey}
      hint={t.wholeKeyHint}
      placeholder={masked}
      autoComplete="off"
      required
    />
  )
}

export function RemoveKey({ apiKey, onClose }: Readonly<{ apiKey: Key; onClose: () => void }>) {
  const t = useTexts(apiKeysTexts)
  const { tukar } = useTukar()
  const outdate = useOutdate()
  const toast = useToast()
  const remove = async ({ wholeKey = '' }: Values) => {
    const body = { apiKeyId: apiKey.apiKeyId, apiKey: wholeKey }
    await tukar.delete('/api/user/api-key', { body })
    toast(t.removed)
    onClose()
    await outdate()
  }
  return (
    <Dialog title={`${t.remove}: ${apiKey.apiName}`} onClose={onClose}>
      <p>{t.removeEffects}</p>
      <Form submit={t.remove} tone="danger" onSubmit={remove}>
        <WholeKey masked={apiKey.apiKey} />
      </Form>
    </Dialog>
  )
}
