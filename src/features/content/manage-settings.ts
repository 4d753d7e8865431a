import { z } from 'zod'
import { type Audited, audited, type OperatorOperation } from '../../access/operator-endpoint.ts'
import { limits } from '../../base/limits.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { oneOf, rawText, text } from '../../http/contracts.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import type { OperatorNotice } from '../../outbox/notices.ts'
import { recordPrices } from '../../reference/prices.sql.ts'
import { fitsKind } from '../../reference/setting-kind.rules.ts'
import {
  listSettings,
  lockSetting,
  type StoredSetting,
  writeSetting,
} from '../../reference/settings.sql.ts'
import { commitContent, type Writing } from './content-writing.ts'
import { decimalText } from './reference-writing.ts'

/** Every setting, with its kind and whether anybody may read it. */
export const listStoredSettings = (ctx: Pick<Context, 'db'>): Promise<readonly StoredSetting[]> =>
  listSettings(ctx.db)

export const SettingByKey = z.object({ key: text({ max: limits.publicSettings.keyChars }) })
export const WriteSetting = z.object({ value: rawText({ max: 1_000 }) })

/** From what worth on operators must approve, and from what on two of them. */
const approvalBounds: ReadonlySet<string> = new Set([
  'withdrawal.approval_idr',
  'withdrawal.first_use_approval_idr',
  'withdrawal.two_approvals_idr',
  'deposit.two_approvals_idr',
])

/**
 * Changes a setting to another value of its kind; what it is and who may read it stay. Where it
 * bounds approvals all operators are told.
 */
export const editSetting = (
  ctx: Writing & Pick<Context, 'random'>,
  { key, value }: z.output<typeof SettingByKey> & z.output<typeof WriteSetting>,
  by: OperatorOperation,
): Promise<Audited<StoredSetting>> =>
  commitContent(ctx, async (tx) => {
    const before = (await lockSetting(tx, key)) ?? refuse('api.setting_not_found')
    if (!fitsKind(before.kind, value)) refuse('api.setting_value_invalid')
    await writeSetting(tx, key, value)
    if (approvalBounds.has(key)) enqueueAll(tx, [alertOf(ctx, by, before, value)])
    const subject = { kind: 'setting', id: key }
    const change = { subject, before: { value: before.value }, after: { value } }
    return audited(tx, by, change, { ...before, value })
  })

const alertOf = (
  { random }: Pick<Context, 'random'>,
  { operator: by, ip }: OperatorOperation,
  { key, value: before }: StoredSetting,
  after: string,
): OperatorNotice => ({
  to: 'operator',
  kind: 'approval-bounds-changed',
  key: `approval-bounds-changed:${key}:${random.bytes(16).toString('hex')}`,
  severity: 'warning',
  subject: `${by.email} set ${key} to ${after}, which was ${before}`,
  data: { setting: key, before, after, byId: String(by.id), byEmail: by.email, ip },
})

export const StatedPair = z.object({ pair: oneOf(['USD_IDR']) })
export const StatePrice = z.object({ price: decimalText })

/** States a rate that no market of ours tells: it holds from now on, for as long as is set. */
export const statePrice = (
  ctx: Writing & Pick<Context, 'clock'>,
  { pair, price }: z.output<typeof StatedPair> & z.output<typeof StatePrice>,
  by: OperatorOperation,
): Promise<Audited<Readonly<{ pair: string; price: string }>>> =>
  commitContent(ctx, async (tx) => {
    if (!/[1-9]/.test(price)) refuse('api.bounds_invalid')
    await recordPrices(tx, [{ pair, price, source: 'operator', observedAt: ctx.clock.now() }])
    return audited(
      tx,
      by,
      { subject: { kind: 'price', id: pair }, after: { price } },
      { pair, price },
    )
  })
