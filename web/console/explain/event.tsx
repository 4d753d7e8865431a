import type { components } from '@tukar/client/operator'
import { useParams } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Time, TimeAndAge } from '../../ui/time.tsx'
import { Action } from '../action.tsx'
import { useRead } from '../desk.tsx'
import { Facts, Section } from '../facts.tsx'
import { operators } from '../session.ts'
import { StateWord } from '../state-word.tsx'
import { ByHand } from './by-hand.tsx'
import { CauseFacts } from './cause.tsx'
import { NoticeTable, PostingTable } from './followed.tsx'
import { explainTexts } from './texts.ts'

type EventProps = Readonly<{ event: components['schemas']['InboxEventDetails'] }>

/** One message of a provider: how it came, what we answered, and what followed. */
export function InboxEvent() {
  const { id = '' } = useParams<{ id: string }>()
  const t = useTexts(explainTexts)
  const params = { path: { id: Number(id) } }
  const query = useRead(['inbox', id], (client) =>
    client.get('/operator/api/inbox/{id}', { params }),
  )
  return (
    <Loaded query={query}>
      {(event) => (
        <div className="stack">
          <About event={event} />
          <Section title={t.body}>
            {event.isRaw && <p>{t.unreadable}</p>}
            {event.body !== null && <pre>{event.body}</pre>}
          </Section>
          {event.state === 'parked' && <ByHand event={event} />}
          <Section title={t.causes}>
            {event.related.causes.length === 0 && <Empty>{t.none}</Empty>}
            {event.related.causes.map((cause) => (
              <CauseFacts key={`${cause.kind} ${cause.id}`} cause={cause} />
            ))}
          </Section>
          <PostingTable title={t.postings} postings={event.related.postings} />
          <NoticeTable notices={event.related.notices} />
        </div>
      )}
    </Loaded>
  )
}

function About({ event }: EventProps) {
  const t = useTexts(explainTexts)
  const { appliedAt, nextAt, lastRedeliveryAt } = event
  return (
    <Section title={`${event.source} ${event.id}`} actions={<Replay event={event} />}>
      <Facts
        facts={[
          [t.key, event.key],
          [t.state, <StateWord key="state" state={event.state} />],
          [t.outcome, event.outcome],
          [t.error, event.error],
          [t.received, <TimeAndAge key="received" at={event.receivedAt} />],
          [t.proof, t.proofs[event.proof]],
          [t.answer, t.answers[event.answer]],
          [t.redeliveries, t.times(event.redeliveries)],
          [t.lastRedelivery, lastRedeliveryAt && <Time at={lastRedeliveryAt} />],
          [t.applied, appliedAt && <Time at={appliedAt} />],
          [t.attempts, event.attempts],
          [t.nextTry, nextAt && <TimeAndAge at={nextAt} />],
        ]}
      />
    </Section>
  )
}

function Replay({ event }: EventProps) {
  const t = useTexts(explainTexts)
  if (event.state !== 'parked') return null
  const params = { path: { id: event.id } }
  return (
    <Action
      title={t.replay}
      role="finance"
      run={() => operators.post('/operator/api/inbox/{id}/replay', { params })}
    >
      <p>{t.replayText}</p>
    </Action>
  )
}
