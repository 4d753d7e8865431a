import type { Logger } from 'pino'
import type { Clock } from './base/clock.ts'
import type { SharedAnswers } from './base/concurrency/shared-answers.ts'
import type { Lookups } from './base/secrets/app-keys.ts'
import type { Random } from './base/secrets/crypto.ts'
import type { Counters } from './core/database/cluster/counters.ts'
import type { Leadership } from './core/database/cluster/leader.ts'
import type { Presence } from './core/database/cluster/presence.ts'
import type { Replicas } from './core/database/cluster/replicas.ts'
import type { Broadcast } from './core/database/cluster/signed-broadcast.ts'
import type { Database } from './core/database/database.ts'
import type { Config } from './platform/config/config.ts'
import type { Images } from './platform/images/images.ts'
import type { Captcha } from './providers/captcha/captcha.ts'
import type { Custody } from './providers/custody/custody.ts'
import type { ProviderHealth } from './providers/health.ts'
import type { Idp } from './providers/idp/idp.ts'
import type { Mail } from './providers/mail/mail.ts'
import type { ObjectStore } from './providers/object-store/object-store.ts'
import type { Payd } from './providers/payd/payd.ts'
import type { Payx } from './providers/payx/payx.ts'
import type { Push } from './providers/push/push.ts'
import type { ReportQueue } from './providers/report-queue/report-queue.ts'
import type { Sms } from './providers/sms/sms.ts'
import type { Venue } from './providers/venue/venue.ts'

/**
 * The dependencies of use cases. Each declares those it needs: `(ctx: Pick<Context, 'db'>, input)`.
 */
export type Context = Readonly<{
  config: Config & Lookups
  db: Database
  /** For audits and jobs, which may read long: few connections, a longer timeout. */
  patientDb: Database
  /** Routes reads that may be some seconds old to replicas of the database. */
  replicas: Replicas
  counters: Counters
  broadcast: Broadcast
  leadership: Leadership
  presence: Presence
  log: Logger
  clock: Clock
  random: Random
  /** Cached public responses of this node; a write that changes them must clear this cache. */
  answers: SharedAnswers
  custody: Custody
  venue: Venue
  payx: Payx
  payd: Payd
  mail: Mail
  captcha: Captcha
  idp: Idp
  push: Push
  reportQueue: ReportQueue
  sms: Sms
  /** The health of the providers, as this node sees it. */
  health: ProviderHealth
  images: Images
  objectStore: ObjectStore
}>
