import { useEffect, useState } from 'react'

const idleMs = 5 * 60_000
const awayMs = 60_000
const checkMs = 5_000
const stored = 'tukar.active'

/** When the user last did something in this tab: a reload keeps it, a new tab has none. */
const lastActive = (): number => Number(sessionStorage.getItem(stored) ?? 0)
const markActive = (): void => sessionStorage.setItem(stored, `${Date.now()}`)

/** Asks for a lock when a tab of the app opens, after inactivity, and on return to the tab. */
export function useAutoLock(): Readonly<{ isDue: boolean; unlock: () => void }> {
  const [isDue, setDue] = useState(() => Date.now() - lastActive() > idleMs)
  useEffect(() => (isDue ? undefined : watch(() => setDue(true))), [isDue])
  const unlock = () => {
    markActive()
    setDue(false)
  }
  return { isDue, unlock }
}

const signs = ['pointerdown', 'keydown'] as const

/** Notes that the user is active; returns how to stop. */
export function watchActivity(): () => void {
  for (const sign of signs) window.addEventListener(sign, markActive)
  return () => {
    for (const sign of signs) window.removeEventListener(sign, markActive)
  }
}

/** Calls `lock` after inactivity or absence; returns how to stop watching. */
function watch(lock: () => void): () => void {
  const lockAfter = (ms: number) => {
    if (Date.now() - lastActive() > ms) lock()
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') lockAfter(awayMs)
    else markActive()
  }
  const stop = watchActivity()
  const timer = setInterval(() => lockAfter(idleMs), checkMs)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    stop()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
