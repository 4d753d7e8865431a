import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { type Logger, pino } from 'pino'
import { type Clock, systemClock } from '../../src/base/clock.ts'
import { sharedAnswers } from '../../src/base/concurrency/shared-answers.ts'
import { systemRandom } from '../../src/base/secrets/crypto.ts'
import type { Context } from '../../src/context.ts'
import type { Counters } from '../../src/core/database/cluster/counters.ts'
import type { Leadership } from '../../src/core/database/cluster/leader.ts'
import { type Presence, startPresence } from '../../src/core/database/cluster/presence.ts'
import { noReplicas } from '../../src/core/database/cluster/replicas.ts'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { type Images, openImages } from '../../src/platform/images/images.ts'
import { providerHealth } from '../../src/providers/health.ts'
import { settingsAt } from '../sandbox-providers.ts'
import { configOf } from './config.ts'

const absent = (name: string): never => {
  throw new Error(`this test has no ${name}`)
}

/** No provider answers at these addresses. */
const noSandbox = { url: 'http://127.0.0.1:9', smtpUrl: 'smtp://127.0.0.1:9' }

const config: Context['config'] = {
  ...configOf({
    ...settingsAt(noSandbox),
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    BASE_URL: 'http://127.0.0.1',
    NODE_URL: 'http://127.0.0.1',
    DATA_DIR: '/nowhere',
  }),
  lookupKey: randomBytes(32),
}

type Given = Readonly<{
  /** A database's URL; without one, every statement fails as if the server were down. */
  databaseUrl?: string
  config?: Partial<Context['config']>
  counters?: Counters
  broadcast?: Context['broadcast']
  leads?: boolean
  leadership?: Leadership
  clock?: Clock
  log?: Logger
  images?: Images
  objectStore?: Context['objectStore']
  venue?: Context['venue']
}>

/** A single node that leads or does not. */
const alone = (leads: boolean): Leadership => ({
  current: () => (leads ? { epoch: 1 } : null),
  leaderUrl: () => Promise.resolve(null),
  onChange: () => () => undefined,
  stop: () => Promise.resolve(),
})

const databasesOf = (db: Database) => ({
  db,
  patientDb: db,
  replicas: noReplicas(db),
})

/** Starts at the first use, so that most tests need no session for it. */
function lazyPresence(t: TestContext, databaseUrl: string, log: Logger): Presence {
  let started: Presence | null = null
  const start = () => {
    started ??= startPresence({ databaseUrl, clock: systemClock, log, random: systemRandom })
    return started
  }
  const stop = async () => started?.stop()
  t.after(stop)
  return {
    get node(): string {
      return start().node
    },
    show: (name) => start().show(name),
    stop,
  }
}

/** The part of a context that the HTTP room needs. Any other access throws. */
export function httpContext(t: TestContext, given: Given = {}): Context {
  const log = given.log ?? pino({ level: 'silent' })
  const databaseUrl = given.databaseUrl ?? nowhere
  const db = connectDatabase({ url: databaseUrl, log })
  const images = given.images ?? openImages({ log })
  t.after(() => Promise.all([db.close(), images.close()]))
  return {
    config: { ...config, ...given.config },
    ...databasesOf(db),
    log,
    clock: given.clock ?? systemClock,
    random: systemRandom,
    answers: sharedAnswers(given.clock ?? systemClock, systemRandom),
    images,
    get counters(): Counters {
      return given.counters ?? absent('counters')
    },
    get broadcast(): Context['broadcast'] {
      return given.broadcast ?? absent('broadcast')
    },
    health: providerHealth(given.clock ?? systemClock),
    leadership: given.leadership ?? alone(given.leads === true),
    presence: lazyPresence(t, databaseUrl, log),
    get custody(): Context['custody'] {
      return absent('custody')
    },
    get venue(): Context['venue'] {
      return given.venue ?? absent('venue')
    },
    get payx(): Context['payx'] {
      return absent('payx')
    },
    get payd(): Context['payd'] {
      return absent('payd')
    },
    get mail(): Context['mail'] {
      return absent('mail')
    },
    get sms(): Context['sms'] {
      return absent('sms')
    },
    get idp(): Context['idp'] {
      return absent('idp')
    },
    get captcha(): Context['captcha'] {
      return absent('captcha')
    },
    get objectStore(): Context['objectStore'] {
      return given.objectStore ?? absent('object store')
    },
    get push(): Context['push'] {
      return absent('push')
    },
    get reportQueue(): Context['reportQueue'] {
      return absent('report queue')
    },
  }
}

/** A port where nothing can listen. */
const nowhere = 'postgres://nobody@127.0.0.1:1/nothing'
