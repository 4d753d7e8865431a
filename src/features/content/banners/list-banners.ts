import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { type Banner, inLanguage } from '../content-contracts.ts'
import { selectActiveBanners } from './banners.sql.ts'

export const ListBanners = z.object(inLanguage)

/** Lists the active banners, in the operators' order. */
export const listBanners = (
  ctx: Pick<Context, 'db'>,
  { lang }: z.output<typeof ListBanners>,
): Promise<readonly Banner[]> => selectActiveBanners(ctx.db, lang)
