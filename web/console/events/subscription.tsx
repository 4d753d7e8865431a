import type { components } from '@tukar/client/operator'
import { useState } from 'react'
import { useParams } from 'wouter'
import { CopyButton } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { Standing } from '../approvals/standing.tsx'
import { useRead } from '../desk.tsx'
import { type Fact, Facts, Section } from '../facts.tsx'
import { toneOf } from '../state-word.tsx'
import { UserLink } from '../user-link.tsx'
import { Attempts } from './attempts.tsx'
import { Agree, SubscriptionActions } from './subscription-actions.tsx'
import { Secret } from './subscriptions.tsx'
import { eventTexts } from './texts.ts'

type Subscription = components['schemas']['EventSubscriptionDetails']

/** One subscription: why its events may not arrive, its attempts, and what can be done. */
export function SubscriptionPage() {
  const { id = '' } = useParams()
  const found = useRead(
    ['subscriptions', id],
    (client) =>
      client.get('/operator/api/subscriptions/{id}', { params: { path: { id: Number(id) } } }),
    { refetchInterval: 5_000 },
  )
  return <Loaded query={found}>{(shown) => <Shown subscription={shown} />}</Loaded>
}

function Shown({ subscription }: Readonly<{ subscription: Subscription }>) {
  const t = useTexts(eventTexts)
  const [secret, setSecret] = useState<string | null>(null)
  const { id, name, state, findings, change } = subscription
  return (
    <>
      <p className="headline">
        {name} <Status tone={toneOf(state)}>{t.states[state]}</Status>
      </p>
      {secret !== null && <Secret secret={secret} />}
      {(state === 'proposed' || change !== null) && (
        <Standing
          kind="subscription"
          id={`${id}`}
          actions={({ obstacle }) => obstacle === null && <Agree subscription={subscription} />}
        />
      )}
      {change !== null && (
        <Section title={t.proposed}>
          <Facts facts={[[t.name, change.name], ...targetFacts(t, change)]} />
        </Section>
      )}
      <Section title={t.findings}>
        <ul>
          {findings.map((finding) => (
            <li key={finding}>{t.reasons[finding]}</li>
          ))}
        </ul>
      </Section>
      <Section
        title={t.subscription}
        actions={<SubscriptionActions subscription={subscription} onSecret={setSecret} />}
      >
        <Known subscription={subscription} />
      </Section>
      <Attempts id={id} />
    </>
  )
}

function Known({ subscription: one }: Readonly<{ subscription: Subscription }>) {
  const t = useTexts(eventTexts)
  return (
    <Facts
      facts={[
        ...targetFacts(t, one),
        [t.personal, one.personal ? t.with : t.without],
        [t.position, `${one.position} / ${one.lastPosition}`],
        [t.waiting, one.waiting],
        [t.givenUp, one.givenUp],
        [t.failingSince, one.failingSince && <Time key="failing" at={one.failingSince} />],
        [t.publicKey, <PublicKey key="public" text={one.publicKey} />],
        [t.formerUntil, one.formerUntil && <Time key="former" at={one.formerUntil} />],
        [t.createdBy, one.createdBy.email],
        [t.createdAt, <Time key="created" at={one.createdAt} />],
        [t.endedAt, one.endedAt && <Time key="ended" at={one.endedAt} />],
      ]}
    />
  )
}

const targetFacts = (
  t: ReturnType<typeof useTexts<typeof eventTexts.en>>,
  { url, kinds, userId }: Pick<Subscription, 'url' | 'kinds' | 'userId'>,
): readonly Fact[] => [
  [t.url, url],
  [t.kinds, kinds.join(', ')],
  [
    t.user,
    userId === null ? t.everyone : <UserLink key="user" user={userId} name={null} known={null} />,
  ],
]

const PublicKey = ({ text }: Readonly<{ text: string }>) => (
  <>
    <code>{text}</code> <CopyButton text={text} isSmall />
  </>
)
