import { z } from 'zod'
import { publicSettingLimits } from '../../../app/content/content-limits.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { recordPrices } from '../../../core/reference/prices.sql.ts'
import { delaySetting, ruleOf } from '../../../core/reference/setting-bounds.rules.ts'
import {
  lockSetting,
  readStoredSettings,
  type StoredSetting,
  writeSetting,
} from '../../../core/reference/settings.sql.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import {
  itemVersion,
  refuseIfChanged,
  type Versioned,
} from '../../../platform/access/operators/versions.ts'
import { moneyOrZero, oneOf, rawText, text } from '../../../platform/http/contracts/contracts.ts'
import { commitContent, type Writing } from '../content-writing.ts'
import { auditSubject } from '../proposals/guarded-change.rules.ts'
import { readDelayMinutes } from '../proposals/guarded-changes.sql.ts'
import { inSandbox, isSettingValue } from '../proposals/guarded-subjects.ts'
import { commitProposal, type Proposing, proposalFields } from '../proposals/propose-change.ts'
import { ProposalView } from '../proposals/show-proposals.ts'

const bound = z.string().nullable()

export const SettingView = z
  .object({
    key: z.string(),
    value: z.string(),
    kind: z.string(),
    isPublic: z.boolean(),
    guarded: z.boolean().meta({ description: 'Whether a change of it requires two operators.' }),
    minimum: bound,
    maximum: bound,
    version: z.string(),
  })
  .meta({ id: 'SettingView' })
type SettingView = z.input<typeof SettingView>

const shownSetting = (ctx: Pick<Context, 'config'>, stored: StoredSetting): SettingView => {
  const { guarded, minimum, maximum } = ruleOf(stored.key, inSandbox(ctx))
  const words = (limit: bigint | null) => limit?.toString() ?? null
  return {
    ...stored,
    guarded,
    minimum: words(minimum),
    maximum: words(maximum),
    version: itemVersion({ value: stored.value }),
  }
}

/** Lists every setting, with its kind, its bounds, and whether it is public. */
export async function listStoredSettings(
  ctx: Pick<Context, 'config' | 'db'>,
): Promise<readonly SettingView[]> {
  const delay = await readDelayMinutes(ctx.db.read, inSandbox(ctx))
  const stored = await readStoredSettings(ctx.db)
  return stored.map((one) =>
    shownSetting(ctx, one.key === delaySetting ? { ...one, value: delay.toString() } : one),
  )
}

export const SettingByKey = z.object({ key: text({ max: publicSettingLimits.keyChars }) })

export const WriteSetting = z.object({
  value: rawText({ max: 1_000 }),
  ...proposalFields,
})

export const WrittenSetting = SettingView.extend({
  proposal: ProposalView.nullable().meta({
    description: 'The proposed change of a guarded setting. The setting has not changed yet.',
  }),
}).meta({ id: 'ChangedSetting' })
type WrittenSetting = z.input<typeof WrittenSetting>

/** Changes a setting at once, or proposes the change if the setting is guarded. */
export function editSetting(
  ctx: Proposing,
  edit: Versioned<z.output<typeof SettingByKey> & z.output<typeof WriteSetting>>,
  by: OperatorOperation,
): Promise<Audited<WrittenSetting>> {
  const { key, value, reason, otpCode, version } = edit
  if (!ruleOf(key, inSandbox(ctx)).guarded) {
    return commitContent(ctx, (tx) => writeOpenSetting(tx, ctx, edit, by))
  }
  const proposed = { kind: 'setting', subject: key, value } as const
  return commitProposal(ctx, by, { reason, otpCode }, proposed, async (tx, proposal) => {
    const stored = (await lockSetting(tx, key)) ?? refuse('api.setting_not_found')
    const before = { value: proposal.before }
    await refuseIfChanged(tx, version, auditSubject(proposed), before)
    return { ...shownSetting(ctx, { ...stored, ...before }), proposal }
  })
}

/** Writes a valid value into a setting that is not guarded. */
async function writeOpenSetting(
  tx: Tx,
  ctx: Pick<Context, 'config'>,
  { key, value, version }: Versioned<{ key: string; value: string }>,
  by: OperatorOperation,
): Promise<Audited<WrittenSetting>> {
  const before = (await lockSetting(tx, key)) ?? refuse('api.setting_not_found')
  const subject = { kind: 'setting', id: key }
  await refuseIfChanged(tx, version, subject, { value: before.value })
  if (!isSettingValue(ctx, before, value)) refuse('api.setting_value_invalid')
  await writeSetting(tx, key, value)
  const change = { subject, before: { value: before.value }, after: { value } }
  const written = { ...shownSetting(ctx, { ...before, value }), proposal: null }
  return audited(tx, by, change, written)
}

/** The decimals that the table of prices keeps. */
const mostDecimals = 18

export const StatedPair = z.object({ pair: oneOf(['USD_IDR']) })
export const StatePrice = z.object({ price: moneyOrZero })

/** Records a rate that no market of ours quotes; it is valid from now until its maximum age. */
export const statePrice = (
  ctx: Writing & Pick<Context, 'clock'>,
  { pair, price }: z.output<typeof StatedPair> & z.output<typeof StatePrice>,
  by: OperatorOperation,
): Promise<Audited<Readonly<{ pair: string; price: string }>>> =>
  commitContent(ctx, async (tx) => {
    const [, decimals = ''] = price.split('.')
    if (!/[1-9]/.test(price) || decimals.length > mostDecimals) refuse('api.bounds_invalid')
    await recordPrices(tx, [{ pair, price, source: 'operator', observedAt: ctx.clock.now() }])
    return audited(
      tx,
      by,
      { subject: { kind: 'price', id: pair }, after: { price } },
      { pair, price },
    )
  })
