import { useQueryClient } from '@tanstack/react-query'
import { type components, Refusal } from '@tukar/client'
import { useState } from 'react'
import { CodeInput } from '../../ui/code-input.tsx'
import { Field, Form, Select, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useCountries, useMe } from '../data.ts'
import { captchaIn, SandboxCaptcha } from '../sandbox/sandbox-captcha.tsx'
import { SandboxMessages } from '../sandbox/sandbox-messages.tsx'
import { securityTexts } from '../texts/security.ts'
import { useTukar } from '../tukar.tsx'
import { internationalOf, type Phone } from './international.ts'

type Country = components['schemas']['Country']

/** Binds a phone: asks for its number, then for the code that was sent to it. */
export function PhoneScreen() {
  const t = useTexts(securityTexts)
  const [asked, setAsked] = useState<Phone | null>(null)
  const countries = useCountries()
  return (
    <>
      <Loaded query={useMe()}>
        {({ phone }) => (phone === null ? null : <p>{t.phoneIs(phone)}</p>)}
      </Loaded>
      {asked === null ? (
        <Loaded query={countries}>
          {(list) => <NumberForm countries={list} onSent={setAsked} />}
        </Loaded>
      ) : (
        <CodeForm phone={asked} onDone={() => setAsked(null)} />
      )}
    </>
  )
}

type NumberProps = Readonly<{ countries: readonly Country[]; onSent: (phone: Phone) => void }>

function NumberForm({ countries, onSent }: NumberProps) {
  const t = useTexts(securityTexts)
  const { tukar } = useTukar()
  const [asksCaptcha, setAsksCaptcha] = useState(false)
  const choices = countries.flatMap(({ iso2, name, dialCode }) =>
    dialCode === null ? [] : [{ value: iso2, label: `${name} (+${dialCode.replace('+', '')})` }],
  )
  const send = async ({ phone = '', countryCode = '', ...others }: Values) => {
    const dialCode = countries.find(({ iso2 }) => iso2 === countryCode)?.dialCode ?? ''
    const body = { phone, countryCode, dialCode: dialCode.replace('+', '') }
    try {
      await tukar.post('/api/phone/otp', { body: { ...body, ...captchaIn(others) } })
    } catch (error) {
      // After a few texts of a day the service asks for one.
      if (error instanceof Refusal && error.key === 'api.captcha_failed') setAsksCaptcha(true)
      throw error
    }
    onSent(body)
  }
  return (
    <div className="card">
      <Form submit={t.sendCode} onSubmit={send}>
        <Select name="countryCode" label={t.country} choices={choices} defaultValue="ID" />
        <Field name="phone" label={t.phone} type="tel" autoComplete="tel-national" required />
        {asksCaptcha && <SandboxCaptcha />}
      </Form>
    </div>
  )
}

function CodeForm({ phone, onDone }: Readonly<{ phone: Phone; onDone: () => void }>) {
  const t = useTexts(securityTexts)
  const { tukar } = useTukar()
  const queries = useQueryClient()
  const toast = useToast()
  const bind = async ({ otpCode = '' }: Values) => {
    await tukar.post('/api/users/phone-bind', { body: { ...phone, otpCode } })
    await queries.invalidateQueries({ queryKey: ['me'] })
    toast(t.phoneBound)
    onDone()
  }
  return (
    <>
      <div className="card">
        <p>{t.textedTo(internationalOf(phone))}</p>
        <Form submit={t.confirm} onSubmit={bind}>
          <CodeInput name="otpCode" label={t.textedCode} />
        </Form>
        <button type="button" onClick={onDone}>
          {t.otherNumber}
        </button>
      </div>
      <SandboxMessages to={internationalOf(phone)} with="code" />
    </>
  )
}
