import { enableCompileCache } from 'node:module'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'

/*
 * The emulators as a child process of the service, which sends their options. The channel to the
 * service closes however it ends, and ends this process.
 */

/** How often, and for how long, to wait for the ports of a process that is still ending. */
const portTries = 15
const portPauseMs = 200

/** Saves the books, once there are some. */
let save = (): void => undefined

process.once('disconnect', () => {
  save()
  process.exit()
})
// Terminals and process managers signal all processes of a service. While it drains, it needs its
// emulators, so these end after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.once('message', (options) => void start(options))
enableCompileCache()

async function start(options: unknown): Promise<void> {
  try {
    await listen(options)
    process.send?.({ kind: 'ready' })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.send?.({ kind: 'failed', code: codeOf(error), message }, () => process.exit(1))
  }
}

async function listen(options: unknown): Promise<void> {
  const { SandboxOptions, startSandbox } = await import('./sandbox.ts')
  const parsed = SandboxOptions.parse(options)
  for (let tries = 1; ; tries += 1) {
    try {
      const sandbox = await startSandbox(parsed)
      save = sandbox.save
      return
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' || tries === portTries) throw error
      await pause(portPauseMs)
    }
  }
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error ? String(error.code) : null
