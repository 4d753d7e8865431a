import { createTukar, type StoredSession, type Tukar } from '@tukar/client'

const sessionName = 'tukar.session'

/** Another version of the app may have stored something else: that is no session. */
function loadSession(): StoredSession | null {
  const stored: unknown = JSON.parse(localStorage.getItem(sessionName) ?? 'null')
  const deviceKeys = entriesOf(fieldOf(stored, 'deviceKeys'))
  if (deviceKeys === null) return null
  const signedInAs = fieldOf(stored, 'account')
  const account = typeof signedInAs === 'string' ? signedInAs : undefined
  const tokens = fieldOf(stored, 'tokens')
  if (tokens === null) return { tokens: null, deviceKeys, account }
  const refreshToken = fieldOf(tokens, 'refreshToken')
  const token = fieldOf(fieldOf(tokens, 'xToken'), 'token')
  const expiresAt = fieldOf(fieldOf(tokens, 'xToken'), 'expiresAt')
  const isComplete =
    typeof refreshToken === 'string' && typeof token === 'string' && typeof expiresAt === 'string'
  if (!isComplete) return null
  return { tokens: { xToken: { token, expiresAt }, refreshToken }, deviceKeys, account }
}

const fieldOf = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined

/** A record of texts, or null if it is none. */
function entriesOf(from: unknown): Readonly<Record<string, string>> | null {
  if (typeof from !== 'object' || from === null) return null
  const entries = Object.entries(from).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(entries)
}

const listeners = new Set<() => void>()
const notify = (): void => {
  for (const listener of listeners) listener()
}

const userOf = (session: StoredSession | null): string | null =>
  session?.tokens == null ? null : (session.account ?? '')

/** The user whom this page shows. */
let shown = userOf(loadSession())

/**
 * Begins anew if another tab has signed a user in or out: what the page has read, and its client,
 * are the former user's. A tab that the browser had kept or frozen may learn of it late.
 */
function followOtherTabs(): void {
  if (userOf(loadSession()) === shown) return
  document.documentElement.hidden = true
  location.reload()
}

window.addEventListener('storage', followOtherTabs)
window.addEventListener('pageshow', followOtherTabs)

/**
 * The one client of the app. The browser keeps the session, so that it survives a reload and is
 * shared by tabs; the page's policy lets no foreign script read it.
 */
export const tukar: Tukar = createTukar({
  url: location.origin,
  store: {
    load: () => {
      followOtherTabs()
      return loadSession()
    },
    save: (session) => {
      shown = userOf(session)
      localStorage.setItem(sessionName, JSON.stringify(session))
      notify()
    },
  },
})

/** For `useSyncExternalStore`: whether a user is signed in. */
export const signedIn = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): boolean => loadSession()?.tokens != null,
}
