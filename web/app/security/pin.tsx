import { useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client'
import { textOf } from '@tukar/client/texts'
import { useState } from 'react'
import { Form, PasswordField, type Values } from '../../ui/form.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { PinPad } from '../../ui/pin-pad.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMe } from '../data.ts'
import { securityTexts } from '../texts/security.ts'
import { useTukar } from '../tukar.tsx'

/** Sets the PIN, changes it, and turns the lock of the app on and off. */
export function Pin() {
  return (
    <Loaded query={useMe()}>
      {({ pin }) =>
        pin.status_pin ? (
          <>
            <LockState pin={pin} />
            <ChangePin />
          </>
        ) : (
          <CreatePin />
        )
      }
    </Loaded>
  )
}

function useDone(): (text: string) => Promise<void> {
  const queries = useQueryClient()
  const toast = useToast()
  return (text) => {
    toast(text)
    return queries.invalidateQueries({ queryKey: ['me'] })
  }
}

function CreatePin() {
  const t = useTexts(securityTexts)
  const language = useLanguage()
  const { tukar } = useTukar()
  const done = useDone()
  const [first, setFirst] = useState<string | null>(null)
  const create = async (pin: string): Promise<string | null> => {
    setFirst(null)
    if (pin !== first) return t.pinsDiffer
    try {
      await tukar.post('/api/pin/create', { body: { pin, pin_confirmation: pin } })
      await done(t.pinSet)
      return null
    } catch (error) {
      return textOf(error, language)
    }
  }
  const choose = async (pin: string) => {
    setFirst(pin)
    return null
  }
  return (
    <div className="card">
      <PinPad
        label={first === null ? t.choosePin : t.repeatPin}
        onPin={first === null ? choose : create}
      />
    </div>
  )
}

function LockState({ pin }: Readonly<{ pin: components['schemas']['PinState'] }>) {
  const t = useTexts(securityTexts)
  const { tukar } = useTukar()
  const done = useDone()
  const isOn = pin.pin_lock
  const change = async ({ password }: Values) => {
    const lock = isOn ? 0 : 1
    const proof = password === undefined ? {} : { password }
    await tukar.post('/api/pin/update', { body: { pin_lock: lock, ...proof } })
    await done(isOn ? t.lockOff : t.lockOn)
  }
  return (
    <section className="card" aria-label={t.lock}>
      <div className="between">
        <h2>{t.lock}</h2>
        <Status tone={isOn ? 'good' : 'quiet'}>{isOn ? t.on : t.off}</Status>
      </div>
      <p className="hint">{t.lockHint}</p>
      <Form submit={isOn ? t.turnOff : t.turnOn} onSubmit={change}>
        {isOn && (
          <PasswordField name="password" label={t.password} autoComplete="current-password" />
        )}
      </Form>
    </section>
  )
}

function ChangePin() {
  const t = useTexts(securityTexts)
  const { tukar } = useTukar()
  const done = useDone()
  const change = async ({ password = '', pin = '', pin_confirmation = '' }: Values) => {
    await tukar.post('/api/pin/update', { body: { password, pin, pin_confirmation } })
    await done(t.pinSet)
  }
  const digits = { inputMode: 'numeric', maxLength: 6, autoComplete: 'off' } as const
  return (
    <section className="card" aria-label={t.changePin}>
      <h2>{t.changePin}</h2>
      <Form submit={t.changePin} onSubmit={change} check={checkIn(t.pinsDiffer, t.sixDigits)}>
        <PasswordField name="password" label={t.password} autoComplete="current-password" />
        <PasswordField name="pin" label={t.newPin} {...digits} />
        <PasswordField name="pin_confirmation" label={t.repeatPin} {...digits} />
      </Form>
    </section>
  )
}

const checkIn =
  (differ: string, sixDigits: string) =>
  ({ pin = '', pin_confirmation }: Values) => ({
    pin: /^[0-9]{6}$/.test(pin) ? null : sixDigits,
    pin_confirmation: pin === pin_confirmation ? null : differ,
  })
