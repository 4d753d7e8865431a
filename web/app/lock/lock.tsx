import { Refusal } from '@tukar/client'
import { type ReactNode, useEffect } from 'react'
import { useFailureText } from '../../ui/failure-text.ts'
import { useTexts } from '../../ui/language.tsx'
import { PinPad } from '../../ui/pin-pad.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useMe } from '../data.ts'
import { lockTexts } from '../texts/lock.ts'
import { useTukar } from '../tukar.tsx'
import { useAutoLock, watchActivity } from './auto-lock.ts'
import { hasNoLock, isUnverified } from './has-no-lock.ts'
import css from './lock.module.css'

/** Hides the app behind the PIN, if its user has a PIN and has turned the lock on. */
export function Lock({ children }: Readonly<{ children: ReactNode }>) {
  const { isSignedIn } = useTukar()
  return isSignedIn ? <LockOfUser>{children}</LockOfUser> : <Guest>{children}</Guest>
}

/** Signing in counts as activity, so the app begins unlocked. */
function Guest({ children }: Readonly<{ children: ReactNode }>) {
  useEffect(watchActivity, [])
  return children
}

/** A lock only hides the screens, so a half-filled form is kept. */
function LockOfUser({ children }: Readonly<{ children: ReactNode }>) {
  const me = useMe()
  const { isDue, unlock } = useAutoLock()
  const { error } = me
  // Each look for the confirmation begins without an error, so the lock would close again.
  useEffect(() => {
    if (isUnverified(error)) unlock()
  }, [error, unlock])
  const isLocked = isDue && !hasNoLock(me)
  return (
    <>
      {isLocked && <Loaded query={me}>{() => <LockScreen unlock={unlock} />}</Loaded>}
      <div hidden={isLocked}>{children}</div>
    </>
  )
}

function LockScreen({ unlock }: Readonly<{ unlock: () => void }>) {
  const t = useTexts(lockTexts)
  const failureText = useFailureText()
  const { tukar } = useTukar()
  const check = async (pin: string): Promise<string | null> => {
    try {
      await tukar.post('/api/pin/validate', { body: { pin } })
      unlock()
      return null
    } catch (error) {
      return [failureText(error), ...limitsIn(error, t)].join(' ')
    }
  }
  return (
    <main className={css['lock']}>
      <div className={`card ${css['card']}`}>
        <h1>{t.locked}</h1>
        <PinPad label={t.enterPin} onPin={check} />
        <p className="hint">{t.pinLimit}</p>
        <button type="button" onClick={() => void tukar.signOut().catch(() => null)}>
          {t.forgotPin}
        </button>
      </div>
    </main>
  )
}

/** What the service says about further attempts. */
function limitsIn(error: unknown, t: (typeof lockTexts)['en']): readonly string[] {
  if (!(error instanceof Refusal)) return []
  const { retryAfterMs, attemptsLeft } = error
  if (retryAfterMs !== null) return [t.waitMinutes(Math.ceil(retryAfterMs / 60_000))]
  return attemptsLeft === null ? [] : [t.attemptsLeft(attemptsLeft)]
}
