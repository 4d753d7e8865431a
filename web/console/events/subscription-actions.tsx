import type { components } from '@tukar/client/operator'
import { Field } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Action, CodeField, withCode } from '../action.tsx'
import { instantOf } from '../list/filter-form.tsx'
import { operators } from '../session.ts'
import { words } from '../texts.ts'
import { TargetFields, targetIn } from './target-fields.tsx'
import { eventTexts } from './texts.ts'

type Subscription = components['schemas']['EventSubscriptionDetails']

type ActionsProps = Readonly<{
  subscription: Subscription
  onSecret: (secret: string) => void
}>

/** What an admin may do with a subscription in its state. */
export function SubscriptionActions({ subscription, onSecret }: ActionsProps) {
  const { id, state } = subscription
  const isOpen = state === 'active' || state === 'paused'
  return (
    <>
      {isOpen && <Change subscription={subscription} />}
      {isOpen && <Test id={id} />}
      {isOpen && <Replay id={id} />}
      {isOpen && <Rotate id={id} onSecret={onSecret} />}
      {state === 'active' && <Pause id={id} />}
      {state === 'paused' && <Resume id={id} />}
      {state !== 'ended' && <End id={id} />}
    </>
  )
}

type OfSubscription = Readonly<{ id: number }>

const of = (id: number) => ({ params: { path: { id } } })

/** Agrees to a subscription with personal data, or to its change. */
export function Agree({ subscription }: Pick<ActionsProps, 'subscription'>) {
  const t = useTexts(eventTexts)
  return (
    <Action
      title={t.agree}
      role="admin"
      shortcut="a"
      version={subscription.version}
      run={({ otpCode }, version) =>
        operators.post('/operator/api/subscriptions/{id}/agree', {
          ...of(subscription.id),
          body: { version, ...withCode(otpCode) },
        })
      }
    >
      <p>{t.agreeHint}</p>
      <CodeField />
    </Action>
  )
}

function Change({ subscription }: Pick<ActionsProps, 'subscription'>) {
  const t = useTexts(eventTexts)
  return (
    <Action
      title={t.change}
      role="admin"
      version={subscription.version}
      run={(values, version) =>
        operators.put('/operator/api/subscriptions/{id}', {
          ...of(subscription.id),
          body: { version, ...targetIn(values) },
        })
      }
    >
      <p>{t.changeHint}</p>
      <TargetFields of={subscription} />
      <CodeField />
    </Action>
  )
}

function Test({ id }: OfSubscription) {
  const t = useTexts(eventTexts)
  return (
    <Action
      title={t.test}
      role="admin"
      run={() => operators.post('/operator/api/subscriptions/{id}/test', of(id))}
    >
      <p>{t.testHint}</p>
    </Action>
  )
}

function Replay({ id }: OfSubscription) {
  const t = useTexts(eventTexts)
  const { jakarta } = useTexts(words)
  return (
    <Action
      title={t.replay}
      role="admin"
      run={({ from = '' }) =>
        operators.post('/operator/api/subscriptions/{id}/replay', {
          ...of(id),
          body: { from: instantOf(from) },
        })
      }
    >
      <p>{t.replayHint}</p>
      <Field name="from" label={t.from} hint={jakarta} type="datetime-local" required />
    </Action>
  )
}

function Rotate({ id, onSecret }: OfSubscription & Pick<ActionsProps, 'onSecret'>) {
  const t = useTexts(eventTexts)
  return (
    <Action
      title={t.rotate}
      role="admin"
      run={async ({ otpCode }) => {
        const made = await operators.post('/operator/api/subscriptions/{id}/rotate', {
          ...of(id),
          body: withCode(otpCode),
        })
        onSecret(made.secret)
      }}
    >
      <p>{t.rotateHint}</p>
      <CodeField />
    </Action>
  )
}

function Pause({ id }: OfSubscription) {
  const t = useTexts(eventTexts)
  return (
    <Action
      title={t.pause}
      role="admin"
      run={() => operators.post('/operator/api/subscriptions/{id}/pause', of(id))}
    >
      <p>{t.pauseHint}</p>
    </Action>
  )
}

function Resume({ id }: OfSubscription) {
  const t = useTexts(eventTexts)
  return (
    <Action
      title={t.resume}
      role="admin"
      run={() => operators.post('/operator/api/subscriptions/{id}/resume', of(id))}
    >
      <p>{t.resumeHint}</p>
    </Action>
  )
}

function End({ id }: OfSubscription) {
  const t = useTexts(eventTexts)
  return (
    <Action
      title={t.end}
      role="admin"
      tone="danger"
      run={() => operators.post('/operator/api/subscriptions/{id}/end', of(id))}
    >
      <p>{t.endHint}</p>
    </Action>
  )
}
