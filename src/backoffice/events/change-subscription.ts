import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { sha256 } from '../../base/secrets/crypto.ts'
import { closeAgreements } from '../../core/decisions/agreements.sql.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import { decide } from '../../platform/access/operators/decide.ts'
import { operatorCode } from '../../platform/access/operators/operator-code.ts'
import type {
  Audited,
  OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { editOf, refuseIfChanged } from '../../platform/access/operators/versions.ts'
import { optional } from '../../platform/http/contracts/contracts.ts'
import {
  changeable,
  changed,
  checkTarget,
  type Deciding,
  lockOpen,
  subjectOf,
  subscriptionStatement,
  thenRecorded,
} from './manage-subscriptions.ts'
import { versionFacts } from './show-subscriptions.ts'
import type { SubscriptionView } from './subscription-contracts.ts'
import {
  applyChange,
  lockSubscription,
  proposeChange,
  type Subscription,
  type SubscriptionChange,
  writeState,
} from './subscriptions.sql.ts'

type Target = z.output<typeof ById>
type View = z.input<typeof SubscriptionView>

export const ChangeSubscription = editOf(
  z.object({ ...changeable, otpCode: optional(operatorCode) }),
)
export const AgreeToSubscription = editOf(z.object({ otpCode: optional(operatorCode) }))

/**
 * Changes the name, address, kinds and user. With personal data the change waits for the agreement
 * of an independent operator, and events are sent as before until then; a change back to the
 * present values withdraws one that waits.
 */
export const changeSubscription = (
  ctx: Deciding,
  { id, otpCode, version, ...input }: Target & z.output<typeof ChangeSubscription>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  decide(ctx, by, otpCode, async (tx, agree) => {
    const { name, url, kinds, userId: user = null } = input
    const change = { name, url, kinds, user }
    const found = await lockOpen(tx, id)
    await refuseIfChanged(tx, version, subjectOf(id), versionFacts(found))
    if (isDeepStrictEqual(change, presentOf(found))) {
      if (found.change === null) return refuse('api.nothing_to_change')
      await proposeChange(tx, id, null)
      await closeAgreements(tx, subscriptionStatement(id))
      return changed(ctx, tx, by, id, { change: 'withdrawn' })
    }
    await checkTarget(ctx, tx, change)
    const needed = found.personal ? 2 : 1
    const isAgreed = await agree({ ...subscriptionStatement(id, digestOf(change)), needed })
    await (isAgreed ? applyChange(tx, id, change) : proposeChange(tx, id, change))
    return changed(ctx, tx, by, id, { ...change, agreed: isAgreed })
  })

/**
 * Agrees to another operator's subscription with personal data, which begins with what follows, or
 * to a change of one. The version is that of the subscription as the operator has read it, so that
 * no change is agreed to which replaced the one on the screen.
 */
export const agreeToSubscription = (
  ctx: Deciding,
  { id, otpCode, version }: Target & z.output<typeof AgreeToSubscription>,
  by: OperatorOperation,
): Promise<Audited<View>> =>
  thenRecorded(ctx, () =>
    decide(ctx, by, otpCode, async (tx, agree) => {
      const found = await lockSubscription(tx, id)
      const { state, change } = found
      if (state !== 'proposed' && change === null) return refuse('api.already_decided')
      await refuseIfChanged(tx, version, subjectOf(id), versionFacts(found))
      const statement =
        change === null ? subscriptionStatement(id) : subscriptionStatement(id, digestOf(change))
      if (!(await agree({ ...statement, needed: 2 }))) return refuse('api.second_operator_needed')
      if (change === null) await writeState(tx, id, 'active')
      else await applyChange(tx, id, change)
      return changed(ctx, tx, by, id, change ?? { state: 'active' })
    }),
  )

const presentOf = ({ name, url, kinds, user }: Subscription): SubscriptionChange => ({
  name,
  url,
  kinds: [...kinds],
  user,
})

/** Operators agree only if they state the same change. */
const digestOf = ({ name, url, kinds, user }: SubscriptionChange): string =>
  sha256(JSON.stringify([name, url, kinds, user])).toString('hex')
