import type { components } from '@tukar/client'
import { Link } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { useCertification } from '../tax-residence/tax-residence.tsx'
import { accountTexts } from '../texts/account.ts'
import css from './account.module.css'

type User = components['schemas']['User']
type State = 'done' | 'missing' | 'busy' | 'failed'

const tones: Readonly<Record<State, Tone>> = {
  done: 'good',
  missing: 'quiet',
  busy: 'busy',
  failed: 'bad',
}

const flag = (isDone: boolean): State => (isDone ? 'done' : 'missing')

function identityState({ identityStatus }: User): State {
  switch (identityStatus) {
    case 'success':
      return 'done'
    case 'pending':
      return 'busy'
    case 'failed':
      return 'failed'
    default:
      return 'missing'
  }
}

/** What the user has proven and set up; each item leads to its screen. */
export function Verification({ me }: Readonly<{ me: User }>) {
  const t = useTexts(accountTexts)
  const certified = (useCertification().data?.certification ?? null) !== null
  const words = { done: t.isDone, missing: t.isMissing, busy: t.isBusy, failed: t.hasFailed }
  const steps = [
    { path: 'identity', title: t.identity, hint: t.identityHint, state: identityState(me) },
    {
      path: 'tax-residence',
      title: t.taxResidence,
      hint: t.taxResidenceHint,
      state: flag(certified),
    },
    { path: 'two-factor', title: t.twofa, hint: t.twofaHint, state: flag(me.bind2FA) },
    { path: 'phone', title: t.phone, hint: t.phoneHint, state: flag(me.phone !== null) },
    { path: 'pin', title: t.pin, hint: t.pinHint, state: flag(me.pin.status_pin) },
    ...(me.passwordLeaked
      ? ([{ path: 'password', title: t.password, hint: t.leakedHint, state: 'failed' }] as const)
      : []),
  ] as const
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <section className={`card flush ${css['verification']}`} aria-label={t.verification}>
      <div className={`item between ${css['head']}`}>
        <h2>{t.verification}</h2>
        <span className="quiet">{t.done(done, steps.length)}</span>
      </div>
      <ul className="list">
        {steps.map(({ path, title, hint, state }) => (
          <li key={path}>
            <Link href={`/account/${path}`}>
              <span>
                {title}
                <span className="hint block">{hint}</span>
              </span>
              <Status tone={tones[state]}>{words[state]}</Status>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
