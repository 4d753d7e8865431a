import { useState } from 'react'
import { Field, Form, TextArea, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Notice } from '../../ui/status.tsx'
import { useMe } from '../data.ts'
import { captchaIn, SandboxCaptcha } from '../sandbox/sandbox-captcha.tsx'
import { helpTexts } from '../texts/help.ts'
import { useTukar } from '../tukar.tsx'

/** The bounds of the service. */
const least = { subject: 1, firstName: 3, lastName: 3, email: 1, phone: 5, message: 5 } as const
const fields = ['subject', 'firstName', 'lastName', 'email', 'phone', 'message'] as const

/** A message to the operators, also from guests. */
export function Help() {
  const t = useTexts(helpTexts)
  const { tukar } = useTukar()
  const me = useMe().data
  const [isSent, setSent] = useState(false)
  const check = (values: Values) =>
    Object.fromEntries(
      fields.map((name) => {
        const { length } = (values[name] ?? '').trim()
        const problem = length === 0 ? t.required : t.least(least[name])
        return [name, length < least[name] ? problem : null]
      }),
    )
  const send = async (values: Values) => {
    const {
      subject = '',
      firstName = '',
      lastName = '',
      email = '',
      phone = '',
      message = '',
    } = values
    const body = { subject, firstName, lastName, email, phone, message, ...captchaIn(values) }
    await tukar.post('/api/inquiries', { body })
    setSent(true)
  }
  if (isSent) return <Sent onAgain={() => setSent(false)} />
  return (
    <div className="card">
      <p>{t.intro}</p>
      <Form key={me?.id ?? 'guest'} submit={t.send} onSubmit={send} check={check}>
        <Field name="subject" label={t.subject} maxLength={100} />
        <Field name="firstName" label={t.firstName} autoComplete="given-name" />
        <Field name="lastName" label={t.lastName} autoComplete="family-name" />
        <Field
          name="email"
          label={t.email}
          type="email"
          autoComplete="email"
          defaultValue={me?.email ?? ''}
        />
        <Field
          name="phone"
          label={t.phone}
          type="tel"
          autoComplete="tel"
          defaultValue={me?.phone ?? ''}
        />
        <TextArea name="message" label={t.message} rows={6} />
        <SandboxCaptcha />
      </Form>
    </div>
  )
}

function Sent({ onAgain }: Readonly<{ onAgain: () => void }>) {
  const t = useTexts(helpTexts)
  return (
    <div className="card">
      <Notice tone="good">{t.sent}</Notice>
      <button type="button" onClick={onAgain}>
        {t.another}
      </button>
    </div>
  )
}
