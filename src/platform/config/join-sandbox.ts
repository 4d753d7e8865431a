/** Reads the settings of the emulated providers from a sandbox that is running already. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import {
  type Environment,
  isLocalUrl,
  type Settings,
  settingsFrom,
} from '../../base/settings/environment.ts'
import { StartRefused } from '../../base/settings/start-refused.ts'
import { providerSetting } from './providers.ts'

const waitMs = 15_000
const pauseMs = 200
const answerMs = 2_000

const Served = z.record(z.string(), z.string())

/** The sandbox cannot be joined; the message says what to do. */
class SandboxFailed extends StartRefused {
  override readonly name = 'SandboxFailed'
}

const isJoinable = (env: Environment, url: string): boolean =>
  url.startsWith('http://') && isLocalUrl(url) && env['NODE_ENV']?.trim() !== 'production'

/**
 * Returns the settings that the sandbox at SANDBOX_URL supplies, or null if there is nothing to
 * ask, which includes an address that `readConfig` refuses. Waits for a sandbox that is starting;
 * throws a `StartRefused` after 15 s.
 */
export async function askSandbox(env: Environment): Promise<Environment | null> {
  const readFile = (file: string) => readFileSync(file, 'utf8')
  const url = settingsFrom(env, readFile).text('SANDBOX_URL')?.replace(/\/+$/, '') ?? null
  if (url === null || !isJoinable(env, url)) return null
  const endMs = performance.now() + waitMs
  for (;;) {
    try {
      const answer = await fetch(`${url}/control/environment`, {
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
      })
      const text = await answer.text()
      if (!answer.ok) throw new SandboxFailed(`SANDBOX_URL was answered ${answer.status}: ${text}`)
      return onlyProviders(Served.parse(JSON.parse(text)))
    } catch (error) {
      if (error instanceof SandboxFailed) throw error
      if (performance.now() > endMs) {
        throw new SandboxFailed('No sandbox answers at SANDBOX_URL: start it with npm run sandbox')
      }
      await pause(pauseMs)
    }
  }
}

/** What answers at that address may set nothing but providers. */
const onlyProviders = (served: Environment): Environment =>
  Object.fromEntries(
    Object.entries(served).filter(
      ([name]) => name === 'SANDBOX_OPERATOR_PASSWORD' || providerSetting(name) !== undefined,
    ),
  )

const isSet = (env: Environment, name: string): boolean => (env[name]?.trim() ?? '') !== ''

/** Adds what the sandbox supplies to the environment. */
export const withJoined = (env: Environment, joined: Environment | null): Environment =>
  joined === null
    ? env
    : {
        ...env,
        ...Object.fromEntries(Object.entries(joined).filter(([name]) => !isSet(env, name))),
      }

/** Refuses a sandbox elsewhere, and settings that contradict the sandbox's. */
export function refuseContradictions(
  settings: Settings,
  url: string | null,
  { env, joined }: Readonly<{ env: Environment; joined: Environment | null }>,
): void {
  if (url !== null && !isLocalUrl(url)) {
    settings.refuse('SANDBOX_URL', 'is not on this machine', 'use one at 127.0.0.1')
  }
  for (const [name, value] of Object.entries(joined ?? {})) {
    if (!isSet(env, name) || env[name]?.trim() === value?.trim()) continue
    settings.refuse(name, 'is set, and SANDBOX_URL as well', 'set only one of them')
  }
}
