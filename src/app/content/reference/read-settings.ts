import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import {
  findPublicSettings,
  listPublicSettings,
  type PublicSetting,
} from '../../../core/reference/settings.sql.ts'
import { field, text } from '../../../platform/http/contracts/contracts.ts'
import { publicSettingLimits } from '../content-limits.ts'

const { keysAtOnce, keyChars } = publicSettingLimits

const keyList = field({ type: 'string' }, (value, fail): readonly string[] => {
  if (typeof value !== 'string') return fail('The :attribute field must be a string.')
  const keys = new Set(value.split(',').map((key) => key.trim()))
  keys.delete('')
  if (keys.size === 0) return fail('The :attribute field is required.')
  if (keys.size > keysAtOnce) {
    return fail(`The :attribute field must not have more than ${keysAtOnce} items.`)
  }
  return [...keys].sort()
})

export const SettingKey = z.object({ key: text({ max: keyChars }) })
export const SettingKeys = z.object({ keys: keyList })

/** Lists every public setting. */
export const listSettings = (ctx: Pick<Context, 'db'>): Promise<readonly PublicSetting[]> =>
  listPublicSettings(ctx.db)

/** Returns one public setting, by its exact key. */
export async function showSetting(
  ctx: Pick<Context, 'db'>,
  { key }: z.output<typeof SettingKey>,
): Promise<PublicSetting> {
  const [found] = await findPublicSettings(ctx.db, [key])
  return found ?? refuse('api.setting_not_found')
}

/** Returns several public settings; refuses all if one is unknown, so that none is missed. */
export async function showSettings(
  ctx: Pick<Context, 'db'>,
  { keys }: z.output<typeof SettingKeys>,
): Promise<readonly PublicSetting[]> {
  const found = await findPublicSettings(ctx.db, keys)
  if (found.length < keys.length) refuse('api.setting_not_found')
  return keys.flatMap((key) => found.find((one) => one.key === key) ?? [])
}
