import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { withImageUrl } from '../../../platform/files/attached-picture.ts'
import { type Banner, inLanguage } from '../content-contracts.ts'
import { selectActiveBanners } from './banners.sql.ts'

export const ListBanners = z.object(inLanguage)

/** Lists the active banners, in the operators' order. */
export async function listBanners(
  ctx: Pick<Context, 'config' | 'db'>,
  { lang }: z.output<typeof ListBanners>,
): Promise<readonly Banner[]> {
  const banners = await selectActiveBanners(ctx.db, lang)
  return banners.map((banner) => withImageUrl(ctx, banner))
}
