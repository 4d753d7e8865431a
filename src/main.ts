import type { Logger } from 'pino'
import { systemClock } from './base/clock.ts'
import { releaseIdleMemory } from './base/idle-memory.ts'
import { StartRefused } from './base/settings/start-refused.ts'
import { openDatabase } from './core/database/embedded/embedded.ts'
import { startEmulators } from './emulators.ts'
import { readCommandLine } from './platform/config/command-line.ts'
import { type Config, describeConfig, readConfig } from './platform/config/config.ts'
import { askSandbox } from './platform/config/join-sandbox.ts'
import { createLog } from './platform/http/server/log.ts'
import { welcome } from './platform/http/server/welcome.ts'
import type { Service } from './service.ts'

/** How long closing may take, in addition to the drain time, before the process exits anyway. */
const patienceMs = 20_000

type Stop = () => Promise<void>

/** What ends this process. Of the stops, the one added last runs first. */
type Ending = {
  readonly drainMs: number
  /** Resolves after the start, also if it failed. */
  started: Promise<unknown>
  /** Set after the start. */
  drain: Stop | null
  readonly stops: Stop[]
}

async function main(): Promise<void> {
  const command = readCommandLine(process.argv.slice(2))
  const joined = await askSandbox(process.env)
  const read = readConfig(process.env, undefined, joined)
  const isCheck = command['check-config'] === true
  if (isCheck) {
    const mode = read.mode === null ? '' : `\n${read.mode}\n`
    process.stdout.write(`${read.providers.join('\n')}\n${mode}`)
  }
  if (!read.ok) {
    for (const { name, problem, mend } of read.problems) {
      process.stderr.write(`${name} ${problem}: ${mend}\n`)
    }
    process.exitCode = 1
    return
  }
  const { config, warnings } = read
  if (isCheck) {
    process.stdout.write(`\n${describeConfig(config).join('\n')}\n`)
    const others = warnings.filter(({ name }) => name !== 'NODE_ENV')
    for (const { name, warning } of others) process.stderr.write(`${name}: ${warning}\n`)
    return
  }
  const log = createLog(config)
  const newAdmin = command['create-operator']
  if (newAdmin !== undefined) return createOperator(config, log, newAdmin)
  if (command['load-catalogue']) return logCatalogue(config, log)
  if (command.reseal) return resealAll(config, log)
  if (command['after-restore']) return takeOver(config, log)
  for (const { name, warning } of warnings) log.warn({ setting: name }, warning)
  const drainMs = config.drainSeconds * 1_000
  const ending: Ending = { drainMs, started: Promise.resolve(), drain: null, stops: [] }
  endOnSignals(ending, (error, why) => log.fatal({ err: error }, why))
  const starting = startAll(config, log, ending.stops)
  ending.started = starting.catch(() => undefined)
  const service = await starting
  ending.drain = service.drain
  releaseIdleMemory(systemClock)
  welcomeFirstOperators(service, config)
  const { url, internalUrl, callbackUrl } = service
  const docs = `${url}/docs`
  const apart = [internalUrl, callbackUrl].some((one) => one !== url)
  if (process.stdout.isTTY) process.stdout.write(welcome({ config, service }))
  else log.info({ url, docs, ...(apart ? { internalUrl, callbackUrl } : {}) }, 'Tukar is ready')
}

/** The database and the emulators start in processes of their own while this one loads modules. */
async function startAll(config: Config, log: Logger, stops: Stop[]): Promise<Service> {
  const launched = Promise.withResolvers<void>()
  const opening = openDatabase(config, log, launched.resolve)
  try {
    // Loading modules blocks the event loop, so PostgreSQL must be running before.
    await Promise.race([launched.promise, opening])
    const [database, stopEmulators, { startService }] = await Promise.all([
      opening,
      startEmulators(config, log),
      import('./service.ts'),
    ])
    stops.push(stopEmulators)
    const service = await startService(config, log, { database })
    stops.push(service.stop)
    return service
  } catch (error) {
    const database = await opening.catch(() => null)
    await database?.stop()
    throw error
  }
}

/**
 * Creates an admin, prints the password once, and exits. For the first admin, or if all are lost.
 */
async function createOperator(config: Config, log: Logger, email: string): Promise<void> {
  const { createAdmin } = await import('./commands.ts')
  const password = await createAdmin(config, log, email)
  if (password === null) {
    const why = 'is not an email address, or already belongs to an operator'
    process.stderr.write(`${email} ${why}: none was created\n`)
    process.exitCode = 1
    return
  }
  process.stdout.write(
    `Operator ${email} is an admin. The password, shown this once: ${password}\n`,
  )
}

/** Loads pairs, coins and banks from the providers, and prints the result. */
async function logCatalogue(config: Config, log: Logger): Promise<void> {
  const { loadCatalogue } = await import('./commands.ts')
  const { lines, complete } = await loadCatalogue(config, log)
  process.stdout.write(`${lines.join('\n')}\n`)
  if (complete) return
  process.stderr.write('Some providers did not respond: run the command again\n')
  process.exitCode = 1
}

/** Seals stored values with the first application key; fails while another one is needed. */
async function resealAll(config: Config, log: Logger): Promise<void> {
  const { reseal } = await import('./commands.ts')
  const { lines, complete } = await reseal(config, log)
  process.stdout.write(`${lines.join('\n')}\n`)
  if (!complete) process.exitCode = 1
}

/** Prepares a database that was restored from a logical dump for its first start. */
async function takeOver(config: Config, log: Logger): Promise<void> {
  const { afterRestore } = await import('./commands.ts')
  await afterRestore(config, log)
  process.stdout.write('The database is ready for its new cluster: start the service\n')
}

/** The password is not logged; it is printed once, and stored with the sandbox's other secrets. */
function welcomeFirstOperators({ madeOperators }: Service, { firstOperators }: Config): void {
  if (!madeOperators || process.stdout.isTTY) return
  for (const { email, password } of firstOperators) {
    process.stderr.write(`Operator of this sandbox: ${email}, password ${password}\n`)
  }
}

/**
 * SIGTERM, SIGINT and SIGHUP drain the process and end it in order; a second SIGTERM or SIGINT ends
 * it at once. A closing terminal may send SIGHUP twice. During the start they take effect after it,
 * so that nothing that it began remains. An uncaught error ends the process in order without a
 * drain, since its state is unknown.
 */
function endOnSignals(ending: Ending, fatal: (error: unknown, why: string) => void): void {
  let isEnding = false
  const end = async (code: number, drain: Stop | null) => {
    if (isEnding) process.exit(1)
    isEnding = true
    setTimeout(() => process.exit(1), ending.drainMs + patienceMs).unref()
    await ending.started
    await drain?.()
    for (const stop of ending.stops.splice(0).reverse()) await stop()
    process.exit(code)
  }
  process.on('SIGTERM', () => void end(0, ending.drain))
  process.on('SIGINT', () => void end(0, ending.drain))
  process.on('SIGHUP', () => {
    if (!isEnding) void end(0, ending.drain)
  })
  process.on('uncaughtException', (error) => {
    fatal(error, 'an uncaught error; the process ends')
    void end(1, null)
  })
  process.on('unhandledRejection', (error) => {
    fatal(error, 'an unhandled promise rejection; the process ends')
    void end(1, null)
  })
}

await main().catch((error: unknown) => {
  process.stderr.write(`${describe(error)}\n`)
  process.exit(1)
})

function describe(error: unknown): string {
  if (error instanceof StartRefused) return error.message
  return error instanceof Error ? String(error.stack) : String(error)
}
