import { deleteUnpaidInquiries } from '../../app/deposits/payd/payd-orders.sql.ts'
import { forgetOldHistories } from '../../app/identity/poll-registrations.ts'
import { deleteExpiredResets } from '../../app/session/password-resets.sql.ts'
import { deleteExpiredVerifications } from '../../app/session/verifications.sql.ts'
import { deleteOldAttempts, forgetLostDeliveries } from '../../backoffice/events/deliveries.sql.ts'
import { deleteOldEvents } from '../../backoffice/events/published-events.sql.ts'
import { inTurn } from '../../base/concurrency/in-turn.ts'
import type { Context } from '../../context.ts'
import { forgetPlaces } from '../../core/histories/places.sql.ts'
import { deleteExpiredInvitations } from '../../core/operators/invitations.sql.ts'
import { deleteExpiredOperatorSessions } from '../../core/operators/operator-sessions.sql.ts'
import { deleteOldSamples } from '../../core/reference/prices.sql.ts'
import { deleteOldFailedSignIns } from '../../core/users/failed-sign-ins.sql.ts'
import { deleteExpiredSignatures } from '../access/api-keys/api-key.sql.ts'
import { deleteExpiredOtps } from '../access/one-time-codes/otp.sql.ts'
import { deleteUnusedDevices } from '../access/sessions/devices.sql.ts'
import { deleteExpiredTokens } from '../access/sessions/tokens.sql.ts'
import { forgetOldKeys } from '../http/endpoint/idempotency.ts'
import { deleteGoneNodes } from './nodes.sql.ts'

const forgetful: readonly ((ctx: Pick<Context, 'db'>) => Promise<unknown>)[] = [
  ({ db }) => deleteExpiredTokens(db),
  ({ db }) => deleteUnusedDevices(db),
  ({ db }) => deleteExpiredSignatures(db),
  ({ db }) => deleteExpiredOperatorSessions(db),
  ({ db }) => deleteExpiredInvitations(db),
  ({ db }) => deleteExpiredOtps(db),
  ({ db }) => deleteExpiredVerifications(db),
  ({ db }) => deleteExpiredResets(db),
  ({ db }) => deleteOldFailedSignIns(db),
  ({ db }) => deleteUnpaidInquiries(db),
  ({ db }) => deleteOldSamples(db),
  ({ db }) => deleteOldEvents(db),
  ({ db }) => forgetLostDeliveries(db),
  ({ db }) => deleteOldAttempts(db),
  ({ db }) => deleteGoneNodes(db),
  forgetOldKeys,
  forgetOldHistories,
  forgetPlaces,
]

/** Deletes expired rows, table by table; a failure in one table does not affect the others. */
export const forgetExpired = (ctx: Pick<Context, 'db'>): Promise<void> =>
  inTurn(forgetful, (forget) => forget(ctx))
