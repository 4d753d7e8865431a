/** All settings. The configuration, its description, the documents and the chart follow. */
import { crashPoints } from '../../base/crash-point.ts'
import { isOrigin } from '../../base/settings/environment.ts'
import {
  madeAppKey,
  madeSecret,
  type Setting,
  type SettingTable,
  setting,
  settingsIn,
} from '../../base/settings/setting.ts'
import {
  anyText,
  choice,
  keyMend,
  keys,
  list,
  matching,
  port,
  ratio,
  toggle,
  url,
  webUrl,
  wholeNumber,
} from '../../base/settings/setting-kinds.ts'
import { databaseLimits } from '../../core/database/database-limits.ts'
import { addressRanges, databaseUrl, folder, headers, proxies, standbyUrl } from './config-kinds.ts'
import { providers } from './providers.ts'

const mode = {
  nodeEnv: setting('NODE_ENV', choice('production', 'development', 'test'), {
    without: 'follows from the providers',
    meaning:
      '`production`, `development` or `test`; any other value is refused. Without it the service ' +
      'runs in production if every provider is real, and in development if none is configured. ' +
      '`development` confirms that some providers are real and the others emulated: a trial, see ' +
      '[going-live](going-live/README.md).',
  }),
  allowInsecure: setting('ALLOW_INSECURE', toggle('yes', 'no'), {
    default: 'no',
    meaning: '`yes` allows listening on other than loopback addresses outside of production.',
  }),
  allowRoot: setting('ALLOW_ROOT', toggle('yes', 'no'), {
    default: 'no',
    meaning: '`yes` allows the service to run as root in production.',
  }),
}

const addresses = {
  host: setting('HOST', anyText, {
    default: '127.0.0.1',
    meaning: 'The address that the public listener binds.',
  }),
  port: setting('PORT', port, { default: '3000', meaning: 'The port of the public listener.' }),
  baseUrl: setting('BASE_URL', webUrl, {
    without: "the public listener's address",
    meaning: 'The public address of the API, as mails and picture URLs name it.',
  }),
  appUrl: setting('APP_URL', webUrl, {
    inProduction: 'encrypted',
    without: '`BASE_URL`',
    meaning:
      'The address of the app that mailed links open. An app there serves `/reset-password` and ' +
      '`/verify-email/{value}`.',
  }),
  /** Serves operators, machines and other nodes instead of the public listener, if set. */
  internal: {
    port: setting('INTERNAL_PORT', wholeNumber(1, 65_535), {
      without: 'none',
      meaning:
        'Moves `/operator/api`, `/console`, `/metrics` and the traffic between nodes from the ' +
        'public listener to this port. Required in production, unless ' +
        '`OPERATORS_ON_PUBLIC_PORT` is `yes`. See [Listeners](operations.md#listeners).',
    }),
    host: setting('INTERNAL_HOST', anyText, {
      default: '127.0.0.1',
      meaning: 'The address that the internal listener binds.',
    }),
  },
  operatorsOnPublicPort: setting('OPERATORS_ON_PUBLIC_PORT', toggle('yes', 'no'), {
    default: 'no',
    meaning:
      '`yes` lets production serve `/operator/api` and `/console` on the public listener, where ' +
      'everyone can try passwords of operators. Instead, set `INTERNAL_PORT`.',
  }),
  consoleUrl: setting('CONSOLE_URL', webUrl, {
    without: 'the listener that serves `/console`',
    meaning: 'Where operators open the console; invitations link to it.',
  }),
  /** Serves the callbacks of providers instead of the public listener, if set. */
  callbacks: {
    port: setting('CALLBACK_PORT', wholeNumber(1, 65_535), {
      without: 'none',
      meaning: 'Moves the callbacks of providers from the public listener to this port.',
    }),
    host: setting('CALLBACK_HOST', anyText, {
      without: '`HOST`',
      meaning: 'The address that the callback listener binds.',
    }),
  },
  callbackUrl: setting('CALLBACK_URL', webUrl, {
    inProduction: 'encrypted',
    without: "`BASE_URL`, else the callback listener's address",
    meaning: 'The address that payx and payd are given for their callbacks.',
  }),
  nodeUrl: setting('NODE_URL', webUrl, {
    without: 'the internal listener, else the one that takes callbacks',
    meaning:
      'Where other nodes of the deployment reach this node. Set it on every node if nodes run on ' +
      'several machines: the default of a host such as `0.0.0.0` is on `127.0.0.1`.',
  }),
  trustProxy: setting('TRUST_PROXY', proxies, {
    default: '',
    without: 'none',
    meaning:
      'Comma-separated addresses or networks of the proxies whose `X-Forwarded-For` is trusted, ' +
      'or `none`. Required in [production](operations.md#proxies). Without it the proxy counts ' +
      'as the caller: all its users share each rate limit, and source address checks compare ' +
      "the proxy's address.",
  }),
  corsOrigins: setting(
    'CORS_ORIGINS',
    list(isOrigin, 'list exact origins, as https://app.example.com, with commas between'),
    {
      default: '',
      without: 'none',
      meaning:
        'Comma-separated exact origins of the web pages that may call the API. In a sandbox ' +
        'pages of `localhost` may call it as well, on any port. Never applies to ' +
        '`/operator/api` and webhooks.',
    },
  ),
  securityContact: setting(
    'SECURITY_CONTACT',
    matching(
      /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      'is no address of a contact',
      'use one like mailto:security@example.com or https://example.com/security',
    ),
    {
      without: 'none: the file is not served',
      meaning:
        'Where to report vulnerabilities: a `mailto:` or `https:` address, which ' +
        '`/.well-known/security.txt` shows.',
    },
  ),
  metricsToken: setting('METRICS_TOKEN', anyText, {
    secret: 'chosen',
    without: 'none',
    meaning:
      'Bearer token that opens `/metrics` to other machines while there is no `INTERNAL_PORT`.',
  }),
}

const data = {
  appKeys: setting('APP_KEY', keys, {
    secret: 'chosen',
    inProduction: 'required',
    made: madeAppKey,
    mend: keyMend,
    default: '',
    without: 'generated once, kept in `DATA_DIR`',
    meaning:
      '32 bytes as base64 or hex. Encrypts secrets at rest; all nodes share it. Several with ' +
      'commas between while it is [changed](keys.md#app_key): the first encrypts, all decrypt.',
  }),
  dataDir: setting('DATA_DIR', folder, {
    default: './data',
    meaning:
      'Holds the embedded database, generated secrets and, without an object store, pictures.',
  }),
  carfSchema: setting('CARF_SCHEMA', folder, {
    without: 'none: the files of yearly reports are not checked',
    meaning:
      "The tax directorate's XML schema of [yearly reports](operations.md#yearly-reports), with " +
      'the files that it imports beside it. `xmllint` checks each report with it.',
  }),
  databaseUrl: setting('DATABASE_URL', databaseUrl, {
    secret: 'other',
    inProduction: 'required',
    mend: 'set it to the PostgreSQL server that holds the money and is backed up',
    without: 'the embedded PostgreSQL',
    meaning:
      'PostgreSQL 15 or later. [Several hosts](operations.md#postgresql-with-standbys) are tried ' +
      'in order.',
  }),
  databaseConnections: setting('DATABASE_CONNECTIONS', wholeNumber(4, 200), {
    default: `${databaseLimits.poolConnections}`,
    meaning:
      'PostgreSQL sessions of a node for requests; [others](high-availability.md#connections).',
  }),
  databaseReadUrl: setting('DATABASE_READ_URL', standbyUrl, {
    secret: 'other',
    without: 'none: every read goes to the primary',
    meaning:
      'A standby for [some reads](high-availability.md#reads-from-a-standby), of the same ' +
      'PostgreSQL cluster.',
  }),
  asyncStandbysAllowed: setting('ALLOW_ASYNC_STANDBYS', toggle('yes', 'no'), {
    default: 'no',
    meaning:
      '`yes` lets production start although commits wait for none of the standbys, so that ' +
      '[a failover may lose payments](high-availability.md#what-loses-no-rupiah-needs).',
  }),
  redisUrl: setting('REDIS_URL', url('redis:', 'rediss:'), {
    secret: 'other',
    without: 'none: PostgreSQL counts',
    meaning:
      'Redis for the rate limit counters and for the live market. Its `maxmemory-policy` must be ' +
      '`noeviction`. Tries of PINs and authenticator codes are counted in PostgreSQL in any case.',
  }),
}

const process = {
  logLevel: setting(
    'LOG_LEVEL',
    choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    {
      default: 'info',
      meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    },
  ),
  tracing: {
    endpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', webUrl, {
      inProduction: 'encrypted',
      without: 'none: no traces',
      meaning:
        'The collector that takes traces by OTLP/HTTP, without `/v1/traces`; see ' +
        '[Observing](observing.md#traces). In production it must be `https` or on this machine.',
    }),
    headers: setting('OTEL_EXPORTER_OTLP_HEADERS', headers, {
      secret: 'other',
      without: 'none',
      meaning:
        'Headers for the collector, as `name=value` with commas between and URL-encoded values: ' +
        'usually a token.',
    }),
    serviceName: setting('OTEL_SERVICE_NAME', anyText, {
      default: 'tukar',
      meaning: 'The name of this deployment in traces.',
    }),
    ratio: setting('OTEL_TRACES_SAMPLER_ARG', ratio, {
      default: '1',
      meaning: 'The part of the requests and jobs that is traced, from 0 to 1.',
    }),
  },
  drainSeconds: setting('DRAIN_SECONDS', wholeNumber(0, 300), {
    without: '5 in production, else 0',
    meaning:
      'How long a node continues to serve after SIGTERM while readiness reports no. See ' +
      '[Stopping](operations.md#stopping-and-updating).',
  }),
  callbackGroupItems: setting('CALLBACK_GROUP_ITEMS', wholeNumber(1, 1_000), {
    default: '200',
    meaning: 'The largest number of callbacks that one transaction commits.',
  }),
  movesKeptDays: setting('MOVES_KEPT_DAYS', wholeNumber(365, 36_500), {
    without: 'kept for ever',
    meaning:
      'The age, at least 365 days, at which partitions of old moves are detached. See ' +
      '[Growth](operations.md#growth).',
  }),
  eventsKeptDays: setting('EVENTS_KEPT_DAYS', wholeNumber(90, 36_500), {
    without: 'kept for ever',
    meaning:
      'The age, at least 90 days, at which partitions of applied callbacks are detached. See ' +
      '[Growth](operations.md#growth).',
  }),
  recordEvents: setting('RECORD_EVENTS', toggle('yes', 'no'), {
    default: 'no',
    meaning:
      '`yes` records [events](events.md) also while no subscription wants them, for systems that ' +
      'only read the list.',
  }),
  eventFiles: setting('EVENT_FILES', toggle('yes', 'no'), {
    default: 'no',
    meaning:
      '`yes` records [events](events.md#daily-files) and writes those of each day to the object ' +
      'store.',
  }),
  subscriberNetworks: setting('SUBSCRIBER_NETWORKS', addressRanges, {
    default: '',
    without: 'none; outside of production those of this machine',
    meaning:
      'Comma-separated private networks, as 10.0.0.0/8, to whose addresses [events](events.md) ' +
      'may be sent. Others are refused, so that no subscription reaches into the own network.',
  }),
  natsUrl: setting('NATS_URL', url('nats:', 'tls:'), {
    secret: 'other',
    without: 'none: events go to web addresses only',
    meaning:
      'The NATS server with JetStream to which subscriptions to `nats:word` publish ' +
      '[events](events.md#streams).',
  }),
  crashAt: setting('CRASH_AT', choice(...crashPoints), {
    inProduction: 'refused',
    without: 'none',
    meaning: 'For tests: the place in `src/base/crash-point.ts` at which the process kills itself.',
  }),
}

const sandbox = {
  sandboxUrl: setting('SANDBOX_URL', url('http:'), {
    inProduction: 'refused',
    without: 'none',
    meaning:
      'The address of a [sandbox](../sandbox/README.md) on this machine. Its providers replace ' +
      'all others, and it supplies every setting of them, so that several nodes can share one. ' +
      'Refused together with any setting that the sandbox supplies.',
  }),
  emulators: {
    port: setting('SANDBOX_PORT', port, {
      default: '3001',
      meaning: 'The port of the emulators, which start if a provider is not configured.',
    }),
    smtpPort: setting('SANDBOX_SMTP_PORT', port, {
      default: '3025',
      meaning: 'The port of the emulated mail server.',
    }),
    timeScale: setting('SANDBOX_TIME_SCALE', wholeNumber(1, 100_000), {
      default: '60',
      meaning: "Seconds of a provider's time that pass in one real second.",
    }),
  },
  operatorPassword: setting('SANDBOX_OPERATOR_PASSWORD', anyText, {
    secret: 'other',
    made: madeSecret,
    without: 'generated once, kept in `DATA_DIR`',
    meaning:
      'The password of the two operators that a sandbox starts with, while no provider is ' +
      'configured.',
  }),
}

export const serviceSettings = { ...mode, ...addresses, ...data, ...process, ...sandbox }

type Section = Readonly<{ title: string; settings: readonly Setting<unknown>[] }>

const section = (title: string, table: SettingTable): Section => ({
  title,
  settings: settingsIn(table),
})

/** All settings as docs/configuration.md lists them. */
export const sections: readonly Section[] = [
  section('Mode', mode),
  section('Addresses', addresses),
  section('Data', data),
  section('Process', process),
  section('Sandbox', sandbox),
  ...[...Map.groupBy(providers, ({ title }) => title)].map(([title, its]) => ({
    title,
    settings: its.flatMap(({ settings }) => settings),
  })),
]

export const allSettings: readonly Setting<unknown>[] = sections.flatMap(({ settings }) => settings)
