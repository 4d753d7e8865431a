import { createTukar, type StoredSession, type Tukar } from '@tukar/client'
import * as z from 'zod/mini'

const sessionName = 'tukar.session'

const Stored = z.object({
  tokens: z.nullable(
    z.object({
      xToken: z.object({ token: z.string(), expiresAt: z.string() }),
      refreshToken: z.string(),
    }),
  ),
  deviceKeys: z.record(z.string(), z.string()),
})

function loadSession(): StoredSession | null {
  const text = localStorage.getItem(sessionName)
  const parsed = text === null ? null : Stored.safeParse(JSON.parse(text))
  return parsed?.success ? parsed.data : null
}

const listeners = new Set<() => void>()
const notify = (): void => {
  for (const listener of listeners) listener()
}

/**
 * The one client of the app. The browser keeps the session, so that it survives a reload and is
 * shared by tabs; the page's policy lets no foreign script read it.
 */
export const tukar: Tukar = createTukar({
  url: location.origin,
  store: {
    load: loadSession,
    save: (session) => {
      localStorage.setItem(sessionName, JSON.stringify(session))
      notify()
    },
  },
})

/** For `useSyncExternalStore`: whether a user is signed in, in this tab or by another. */
export const signedIn = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  },
  read: (): boolean => loadSession()?.tokens != null,
}
