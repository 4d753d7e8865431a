import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { type UserId, userId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import type { Statement } from '../../core/decisions/agreements.sql.ts'
import { refreshRecording } from '../../core/facts/recording.ts'
import { findUser } from '../../core/users/users.sql.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import { decide } from '../../platform/access/operators/decide.ts'
import { operatorCode, withOperatorStepUp } from '../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import {
  field,
  flag,
  line,
  listOf,
  optional,
  wireId,
  withDefault,
} from '../../platform/http/contracts/contracts.ts'
import { isStreamAddress } from '../../providers/webhooks/publish-to-nats.ts'
import { eventLimits } from './event-limits.ts'
import { isKind } from './kind-filter.rules.ts'
import { readLastPosition } from './published-events.sql.ts'
import { shownSubscription } from './show-subscriptions.ts'
import { makeKeys, openKeys, sealKeys, webhookSecretText } from './signing.ts'
import type { NewSecret, SubscriptionView } from './subscription-contracts.ts'
import {
  countSubscriptions,
  findSubscription,
  insertSubscription,
  lockSubscription,
  type Subscription,
  writeKeys,
  writeState,
} from './subscriptions.sql.ts'

export type Deciding = Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>
type Target = z.output<typeof ById>
type View = z.input<typeof SubscriptionView>

const target = field({ type: 'string', format: 'uri' }, (value, fail) => {
  if (typeof value === 'string' && isStreamAddress(value)) return value
  const url = typeof value === 'string' && value.length <= 2_000 ? URL.parse(value) : null
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || url.username !== '' || url.password !== '') {
    return fail('The :attribute field must be a valid URL.')
  }
  url.hash = ''
  return url.href
})

const kind = field({ type: 'string' }, (value, fail) =>
  typeof value === 'string' && isKind(value) ? value : fail('The selected :attribute is invalid.'),
)

/** What an operator may change of a subscription later. */
export const changeable = {
  name: line({ max: 100 }),
  url: target.meta({
    description:
      'Encrypted in production. `nats:word` publishes to `word.<type>` of the NATS server.',
  }),
  kinds: listOf(kind, { max: eventLimits.kinds }).meta({
    description: 'Types, types with a prefix as `deposit.*`, or `*`.',
  }),
  userId: optional(wireId.transform(userId)).meta({ description: 'Only events of this user.' }),
}

export const CreateSubscription = z.object({
  ...changeable,
  personal: withDefault(flag, false).meta({
    description: 'Whether events have personal data; a second operator must agree.',
  }),
  otpCode: optional(operatorCode),
})

export const RotateSecret = z.object({ otpCode: optional(operatorCode) })

/** The statement that events are sent as it was proposed. */
export const subscriptionStatement = (subject: number, statement = 'approved'): Statement => ({
  kind: 'subscription',
  subject,
  statement,
  note: null,
})

/** This node records facts from the response on; other nodes within some seconds. */
export async function thenRecorded<Done>(
  ctx: Pick<Context, 'config' | 'db'>,
  change: () => Promise<Done>,
): Promise<Done> {
  const done = await change()
  await refreshRecording(ctx)
  return done
}

/** Refuses an address that production does not send to, and a user that does not exist. */
export async function checkTarget(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  { url, user }: Readonly<{ url: string; user: UserId | null }>,
): Promise<void> {
  if (isStreamAddress(url)) {
    if (config.natsUrl !== null) return checkOwner(tx, user)
    return refuse('api.validation_failed', { text: 'The url field needs the setting NATS_URL.' })
  }
  if (config.production && !url.startsWith('https:')) {
    return refuse('api.validation_failed', { text: 'The url field must start with https://.' })
  }
  return checkOwner(tx, user)
}

async function checkOwner(tx: Tx, user: UserId | null): Promise<void> {
  if (user !== null && (await findUser(tx, user)) === null) return refuse('api.user_not_found')
}

/**
 * Creates a subscription to the events after it. One without personal data is active at once; any
 * other waits for the agreement of an independent operator.
 */
export const createSubscription = (
  ctx: Deciding,
  input: z.output<typeof CreateSubscription>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof NewSecret>>> =>
  thenRecorded(ctx, () =>
    decide(ctx, by, input.otpCode, async (tx, agree) => {
      const { name, url, kinds, userId: user = null, personal } = input
      if ((await countSubscriptions(tx)) >= eventLimits.subscriptions) {
        return refuse('api.too_many_subscriptions')
      }
      await checkTarget(ctx, tx, { url, user })
      const keys = makeKeys(ctx.random)
      const id = await insertSubscription(tx, {
        name,
        url,
        kinds,
        user,
        personal,
        sealedKeys: sealKeys(ctx.config, keys, ctx.random),
        position: await readLastPosition(tx),
        by: by.operator.id,
      })
      const agreed = await agree({ ...subscriptionStatement(id), needed: personal ? 2 : 1 })
      if (agreed) await writeState(tx, id, 'active')
      const made = await changed(ctx, tx, by, id, { url, kinds, personal, user })
      return made.with((view) => ({ ...view, secret: webhookSecretText(keys) }))
    }),
  )

/** Makes new keys; the former ones sign as well for a day, so that no event is unverifiable. */
export const rotateSecret = (
  ctx: Deciding,
  { id, otpCode }: Target & z.output<typeof RotateSecret>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof NewSecret>>> =>
  withOperatorStepUp(ctx, by, otpCode, async (tx) => {
    const { state } = await lockSubscription(tx, id)
    if (state === 'ended') return refuse('api.nothing_to_change')
    const keys = makeKeys(ctx.random)
    await writeKeys(tx, id, sealKeys(ctx.config, keys, ctx.random), eventLimits.formerSeconds)
    const made = await changed(ctx, tx, by, id, { keys: 'rotated' })
    return made.with((view) => ({ ...view, secret: webhookSecretText(keys) }))
  })

const moves = {
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  end: { from: ['proposed', 'active', 'paused'], to: 'ended' },
} as const satisfies Readonly<
  Record<string, { from: readonly Subscription['state'][]; to: Subscription['state'] }>
>

const moveBy =
  (move: keyof typeof moves) =>
  (ctx: Pick<Context, 'config' | 'db'>, { id }: Target, by: OperatorOperation) =>
    ctx.db.inTransaction(async (tx): Promise<Audited<View>> => {
      const { state } = await lockSubscription(tx, id)
      const { from, to } = moves[move]
      if (!from.some((one) => one === state)) return refuse('api.nothing_to_change')
      await writeState(tx, id, to)
      return changed(ctx, tx, by, id, { state: to })
    })

/** Stops the sending; events go on waiting in their list, and resuming sends them. */
export const pauseSubscription = moveBy('pause')
export const resumeSubscription = moveBy('resume')
export const endSubscription = moveBy('end')

/** Locks a subscription that is active or paused; refuses any other. */
export async function lockOpen(tx: Tx, id: number): Promise<Subscription> {
  const found = await lockSubscription(tx, id)
  return found.state === 'active' || found.state === 'paused'
    ? found
    : refuse('api.nothing_to_change')
}

export const subjectOf = (id: number) => ({ kind: 'subscription', id })

/** Audits a change of a subscription; its keys are not part of it. */
export async function changed(
  ctx: Pick<Context, 'config'>,
  tx: Tx,
  by: OperatorOperation,
  id: number,
  after: Readonly<Record<string, string | number | boolean | null | readonly string[]>>,
): Promise<Audited<View>> {
  const found = await findSubscription(tx, id)
  const keys = openKeys(ctx.config, found.sealedKeys)
  return audited(tx, by, { subject: subjectOf(id), after }, shownSubscription(found, keys))
}
