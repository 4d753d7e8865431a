/** The commands of `npm start`, which do without a service: its modules take a second to load. */
import type { Logger } from 'pino'
import { loadBanks, loadPaydBanks } from './app/content/reference/load-banks.ts'
import { loadNetworks } from './app/content/reference/load-networks.ts'
import { loadPairs } from './app/trading/market/load-pairs.ts'
import { systemClock } from './base/clock.ts'
import { systemRandom } from './base/secrets/crypto.ts'
import { moveClaim } from './core/database/cluster/claim-database.ts'
import { connectDatabase, type Database } from './core/database/database.ts'
import { databaseLimits } from './core/database/database-limits.ts'
import { openDatabase } from './core/database/embedded/embedded.ts'
import { migrate } from './core/database/schema/migrate.ts'
import { forgetTransactions } from './core/ledger/forget-transactions.ts'
import type { Loaded } from './core/reference/loaded.ts'
import { makeAdmin } from './platform/access/operators/first-operator.ts'
import type { Config } from './platform/config/config.ts'
import type { ProviderName } from './platform/config/providers.ts'
import { email } from './platform/http/contracts/contracts.ts'
import { resealValues } from './platform/jobs/reseal-values.ts'
import { stopAfterDump } from './platform/jobs/stop-after-loss.ts'
import { connectCustody } from './providers/custody/custody.ts'
import { connectPayd } from './providers/payd/payd.ts'
import { connectPayx } from './providers/payx/payx.ts'
import { connectVenue } from './providers/venue/venue.ts'

/**
 * Creates an operator who is an admin, also while a service is running. Returns the password, or
 * null if the address is invalid or taken.
 */
export async function createAdmin(
  config: Config,
  log: Logger,
  address: string,
): Promise<string | null> {
  const read = email.safeParse(address)
  if (!read.success) return null
  return withDatabase(config, log, (db) => makeAdmin({ db, random: systemRandom }, read.data))
}

/**
 * Makes a database fit that was restored from a logical dump; no node may run. It writes each move
 * once more, so its statements may take hours.
 */
export const afterRestore = (config: Config, log: Logger): Promise<void> =>
  withDatabase(
    config,
    log,
    (db) =>
      db.inTransaction(async (tx) => {
        await forgetTransactions(tx)
        await moveClaim(tx)
        await stopAfterDump(tx)
      }),
    databaseLimits.restoredMs,
  )

/** Seals every stored value with the first application key, also while a service is running. */
export const reseal = (config: Config, log: Logger): Promise<Loaded> =>
  withDatabase(config, log, (db) => resealValues({ config, db, log, random: systemRandom }))

/**
 * Loads pairs, coins and banks from the providers that list them, also while a service is running.
 * Lists of emulators are skipped, since they do not describe a real provider.
 */
export const loadCatalogue = (config: Config, log: Logger): Promise<Loaded> =>
  withDatabase(config, log, async (db) => {
    const clock = systemClock
    const tools = { clock, log, random: systemRandom }
    const { custody, venue, payx, payd, emulators } = config
    const parts: readonly (readonly [from: ProviderName, load: () => Promise<Loaded>])[] = [
      ['venue', () => loadPairs({ db, venue: connectVenue(venue, tools) })],
      ['custody', () => loadNetworks({ db, custody: connectCustody(custody, tools) })],
      ['payx', () => loadBanks({ db, payx: connectPayx(payx, tools) })],
      ['payd', () => loadPaydBanks({ db, clock, log, payd: connectPayd(payd, tools) })],
    ]
    const lines: string[] = []
    let complete = true
    for (const [from, load] of parts) {
      if (emulators?.of.includes(from) === true) lines.push(`${from}: emulated, so left alone`)
      else {
        const loaded = await load()
        complete &&= loaded.complete
        lines.push(...loaded.lines)
      }
    }
    return { complete, lines }
  })

async function withDatabase<Result>(
  config: Config,
  log: Logger,
  work: (db: Database) => Promise<Result>,
  statementMs: number = databaseLimits.statementMs,
): Promise<Result> {
  const closings: (() => Promise<void>)[] = []
  try {
    const { url, stop } = await openDatabase(config, log)
    closings.push(stop)
    await migrate({ url, log })
    const db = connectDatabase({ url, log, statementMs })
    closings.push(db.close)
    return await work(db)
  } finally {
    for (const close of closings.reverse()) await close()
  }
}
