import type { components } from '@tukar/client/operator'
import { useState } from 'react'
import { Field, Select } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Action, CodeField, ReasonField, withCode } from '../action.tsx'
import { Section } from '../facts.tsx'
import { operators } from '../session.ts'
import { explainTexts } from './texts.ts'

type Event = components['schemas']['InboxEventDetails']
type Record = components['schemas']['ProviderRecord']
type Method = Record['method']

const methods: readonly Method[] = ['VA', 'QRIS', 'ORDER']
const isMethod = (text: string | undefined): text is Method =>
  methods.some((method) => method === text)

const nameIn = (values: Readonly<{ [name: string]: string | undefined }>) => {
  const { method, ref = '', account = '' } = values
  return {
    method: isMethod(method) ? method : 'VA',
    ref,
    ...(account === '' ? {} : { account }),
  }
}

type ByHandProps = Readonly<{ event: Event }>

/** What two operators can do about a parked event, with the provider's own record beside it. */
export function ByHand({ event }: ByHandProps) {
  const t = useTexts(explainTexts)
  return (
    <Section title={t.byHand}>
      <p className="hint">{t.byHandHint}</p>
      {event.proposals.map(({ operator, statement, reason, at }) => (
        <p key={`${operator.id} ${at}`}>{t.proposals(operator.email, statement, reason)}</p>
      ))}
      <Book event={event} />
      <Close event={event} />
    </Section>
  )
}

/** Looks a payment up at its provider, and books what the provider has. */
function Book({ event: { id } }: ByHandProps) {
  const t = useTexts(explainTexts)
  const [record, setRecord] = useState<Record | null>(null)
  const path = { id }
  const lookUp = async (values: Parameters<typeof nameIn>[0]) => {
    const params = { path, query: nameIn(values) }
    setRecord(await operators.get('/operator/api/inbox/{id}/record', { params }))
  }
  const found = record !== null && <p>{t.atProvider(record.amount, record.account)}</p>
  return (
    <>
      {found}
      <Action title={t.lookUp} role="finance" run={lookUp}>
        <Select
          name="method"
          label={t.method}
          choices={methods.map((value) => ({ value, label: value }))}
        />
        <Field name="ref" label={t.ref} maxLength={100} required />
        <Field name="account" label={t.qrReference} maxLength={100} />
      </Action>
      {record !== null && (
        <Action
          title={t.bookPayment}
          role="finance"
          run={({ reason = '', otpCode }) => {
            const { method, ref, account } = record
            const body = { method, ref, account, reason, ...withCode(otpCode) }
            return operators.post('/operator/api/inbox/{id}/book', { params: { path }, body })
          }}
        >
          {found}
          <ReasonField />
          <CodeField />
        </Action>
      )}
    </>
  )
}

/** Ends an event that needs no booking, or puts what it reports in suspense. */
function Close({ event: { id } }: ByHandProps) {
  const t = useTexts(explainTexts)
  return (
    <Action
      title={t.closeEvent}
      role="finance"
      tone="danger"
      run={({ inWords = '', reason = '', otpCode }) =>
        operators.post('/operator/api/inbox/{id}/close', {
          params: { path: { id } },
          body: { ...(inWords === '' ? {} : { inWords }), reason, ...withCode(otpCode) },
        })
      }
    >
      <p>{t.closeHint}</p>
      <Field name="inWords" label={t.inWords} maxLength={200} />
      <ReasonField />
      <CodeField />
    </Action>
  )
}
