import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { type Logger, pino } from 'pino'
import { type Clock, systemClock } from '../../src/base/clock.ts'
import { sharedAnswers } from '../../src/base/concurrency/shared-answers.ts'
import { systemRandom } from '../../src/base/secrets/crypto.ts'
import type { Context } from '../../src/context.ts'
import type { Counters } from '../../src/core/database/cluster/counters.ts'
import type { Leadership } from '../../src/core/database/cluster/leader.ts'
import { noReplicas } from '../../src/core/database/cluster/replicas.ts'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import type { Config } from '../../src/platform/config/config.ts'
import { type Images, openImages } from '../../src/platform/images/images.ts'
import { providerHealth } from '../../src/providers/health.ts'

const absent = (name: string): never => {
  throw new Error(`this test has no ${name}`)
}

const config: Config = {
  mode: 'test',
  production: false,
  host: '127.0.0.1',
  port: 0,
  baseUrl: 'http://127.0.0.1',
  appUrl: 'http://127.0.0.1',
  nodeUrl: 'http://127.0.0.1',
  internal: null,
  callbacks: null,
  callbackUrl: 'http://127.0.0.1',
  consoleUrl: 'http://127.0.0.1',
  metricsToken: null,
  appKey: randomBytes(32),
  otherAppKeys: [],
  previousAppKey: null,
  formerLookups: [],
  dataDir: '/nowhere',
  databaseUrl: null,
  backupDir: null,
  backupsKept: 7,
  databaseConnections: 10,
  databaseReadUrl: null,
  databaseReadWaitMs: 100,
  redisUrl: null,
  tracing: null,
  logLevel: 'silent',
  corsOrigins: [],
  trustProxy: [],
  noProxy: false,
  drainSeconds: 0,
  callbackGroupItems: 200,
  movesKeptDays: null,
  eventsKeptDays: null,
  crashAt: null,
  sandbox: false,
  emulators: null,
  firstOperators: [],
  custody: {
    baseUrl: '',
    apiKey: '',
    apiPrivateKey: '',
    webhookKeys: [],
    jwksUrl: '',
    vault: '',
    defaultAddresses: [],
  },
  venue: {
    baseUrl: '',
    streamUrl: null,
    marketStreamUrl: null,
    apiKey: '',
    apiSecret: '',
    webhookSecret: '',
    secondWebhookSecret: null,
    prices: false,
  },
  payx: {
    baseUrl: '',
    secretKey: '',
    depositToken: '',
    withdrawalToken: '',
    secondDepositToken: null,
    secondWithdrawalToken: null,
    callbackSources: [],
  },
  payd: {
    baseUrl: '',
    merchantCode: '',
    apiKey: '',
    secondApiKey: null,
    signature: 'md5',
    vaBin: '',
    callbackSources: [],
    disbursement: { userId: '', email: '', secret: '' },
  },
  reportQueue: {
    baseUrl: '',
    token: '',
    secrets: { A: '', B: '', C: '' },
    second: { token: null, A: null, B: null, C: null },
  },
  mail: { url: '', from: '' },
  captcha: { baseUrl: '', secret: '' },
  idp: {
    baseUrl: '',
    username: '',
    password: '',
    apiKey: '',
    registryUrl: '',
    tokenUrl: '',
    clientId: '',
    clientSecret: '',
  },
  sms: { baseUrl: '', account: '', token: '', from: '' },
  push: { baseUrl: '', tokenUrl: '', projectId: '', clientEmail: '', privateKey: '' },
  objectStore: { baseUrl: null, bucket: '', region: '', accessKey: '', secretKey: '' },
}

type Given = Readonly<{
  /** A database's URL; without one, every statement fails as when the server is away. */
  databaseUrl?: string
  config?: Partial<Config>
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

/** A node that leads or does not, and has no other beside it. */
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

/** The part of a context that the HTTP room needs. Any other access throws. */
export function httpContext(t: TestContext, given: Given = {}): Context {
  const log = given.log ?? pino({ level: 'silent' })
  const db = connectDatabase({ url: given.databaseUrl ?? nowhere, log })
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
