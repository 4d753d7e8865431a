import { useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client/operator'
import { useState } from 'react'
import { useParams } from 'wouter'
import { Form, Select, TextArea, type Values } from '../../../ui/form.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { Action } from '../../action.tsx'
import { useRead } from '../../desk.tsx'
import { Facts, Section } from '../../facts.tsx'
import { operators } from '../../session.ts'
import { YesNo } from '../parts.tsx'
import { shared } from '../texts.ts'
import { InquiryState } from './inquiries.tsx'
import { inquiryTexts } from './inquiry-texts.ts'

type Inquiry = components['schemas']['Inquiry']

export function InquiryPage() {
  const { id = '' } = useParams<{ id: string }>()
  const inquiry = useRead(['inquiries', id], (client) =>
    client.get('/operator/api/inquiries/{id}', {
      params: { path: { id: Number.parseInt(id, 10) } },
    }),
  )
  return <Loaded query={inquiry}>{(found) => <InquiryView inquiry={found} />}</Loaded>
}

function InquiryView({ inquiry }: Readonly<{ inquiry: Inquiry }>) {
  const t = useTexts(inquiryTexts)
  const { id, state, firstName, lastName, email, phone, closedBy, closedAt } = inquiry
  const params = { path: { id } }
  const isOpen = state === 'open'
  return (
    <div className="stack reading">
      <Section
        title={inquiry.subject}
        actions={
          isOpen && (
            <Action
              title={t.close}
              role="support"
              tone="danger"
              run={() => operators.post('/operator/api/inquiries/{id}/close', { params })}
            >
              <p>{t.closeHint}</p>
            </Action>
          )
        }
      >
        <Facts
          facts={[
            [t.state, <InquiryState key="state" state={state} />],
            [t.sender, `${firstName} ${lastName}`],
            [t.email, email],
            [t.phone, phone],
            [t.at, <Time key="at" at={inquiry.createdAt} />],
            ...(closedAt === null
              ? []
              : ([
                  [t.closedBy, closedBy?.email],
                  [t.states.closed, <Time key="closed" at={closedAt} />],
                ] as const)),
          ]}
        />
        <h3>{t.message}</h3>
        <p className="whole-text">{inquiry.message}</p>
      </Section>
      {inquiry.answers.map((answer) => (
        <Section key={answer.id} title={`${t.answerLabel}: ${answer.by.email}`}>
          <p className="quiet">
            <Time at={answer.at} />
          </p>
          <p className="whole-text">{answer.message}</p>
        </Section>
      ))}
      {isOpen && <Answer id={id} version={inquiry.version} />}
    </div>
  )
}

function Answer({ id, version }: Readonly<{ id: number; version: string }>) {
  const t = useTexts(inquiryTexts)
  const { languages } = useTexts(shared)
  const toast = useToast()
  const queries = useQueryClient()
  const [sent, setSent] = useState(0)
  const reload = () => queries.invalidateQueries({ queryKey: ['inquiries'] })
  const send = async ({ message = '', lang, close }: Values, read: string) => {
    await operators.post('/operator/api/inquiries/{id}/answer', {
      params: { path: { id } },
      body: {
        message,
        lang: lang === 'en' ? 'en' : 'id',
        close: close === 'true',
        version: read,
      },
    })
    await reload()
    setSent(sent + 1)
    toast(t.sent)
  }
  return (
    <Section title={t.answer}>
      <p className="hint">{t.answerHint}</p>
      <Form
        key={sent}
        submit={t.answer}
        version={version}
        onSubmit={send}
        onReload={() => void reload()}
      >
        <TextArea name="message" label={t.answerLabel} rows={8} maxLength={5_000} required />
        <Select
          name="lang"
          label={t.lang}
          choices={(['id', 'en'] as const).map((value) => ({ value, label: languages[value] }))}
        />
        <YesNo name="close" label={t.closeAlso} value={true} />
      </Form>
    </Section>
  )
}
