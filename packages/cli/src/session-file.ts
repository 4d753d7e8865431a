import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A signed-in operator; the token is a secret. */
export type Session = Readonly<{ url: string; email: string; token: string; expiresAt: string }>

export type SessionFile = Readonly<{
  load: () => Promise<Session | null>
  save: (session: Session) => Promise<void>
  remove: () => Promise<void>
}>

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the place of the session: `TUKAR_SESSION`, or a file of the user's configuration. */
function placeOf({ TUKAR_SESSION, XDG_CONFIG_HOME, HOME = '.' }: Environment): string {
  if (TUKAR_SESSION) return TUKAR_SESSION
  return path.join(XDG_CONFIG_HOME || path.join(HOME, '.config'), 'tukar', 'session.json')
}

/** A file that its owner alone may read. */
export function sessionFile(env: Environment): SessionFile {
  const place = placeOf(env)
  const remove = () => rm(place, { force: true })
  return {
    load: async () => {
      const text = await readFile(place, 'utf8').catch(() => null)
      return text === null ? null : sessionOf(text)
    },
    save: async (session) => {
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
      // The mode counts for new files only.
      await remove()
      await writeFile(place, `${JSON.stringify(session)}\n`, { mode: 0o600, flag: 'wx' })
    },
    remove,
  }
}

function sessionOf(text: string): Session | null {
  try {
    const kept: unknown = JSON.parse(text)
    return isSession(kept) ? kept : null
  } catch {
    return null
  }
}

const fields = ['url', 'email', 'token', 'expiresAt']

const isSession = (kept: unknown): kept is Session =>
  typeof kept === 'object' &&
  kept !== null &&
  fields.every((name) => typeof Reflect.get(kept, name) === 'string')
