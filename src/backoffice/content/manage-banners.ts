import { z } from 'zod'
import {
  insertBanner,
  lockBanner,
  readStoredBanners,
  updateBanner,
} from '../../app/content/banners/banners.sql.ts'
import { deleteContent } from '../../app/content/content.sql.ts'
import type { Context } from '../../context.ts'
import { oneOf, optional } from '../../platform/http/contracts/contracts.ts'
import { placeFields } from '../../platform/http/contracts/lists.ts'
import { bothAs, writingOf } from './content-writing.ts'

export const ListStoredBanners = z.object({
  status: optional(oneOf(['ACTIVE', 'INACTIVE'])),
  ...placeFields,
})

export const listStoredBanners = (
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListStoredBanners>,
) => readStoredBanners(ctx.db, input)

export const {
  create: createBanner,
  edit: editBanner,
  remove: deleteBanner,
} = writingOf({
  kind: 'banner',
  lock: lockBanner,
  insert: insertBanner,
  update: updateBanner,
  remove: (tx, id) => deleteContent(tx, 'banners', id),
  imageOf: ({ image }) => image,
  factsOf: ({ title, image, link, status, position }) => ({
    ...bothAs('title', title),
    image,
    link,
    status,
    position,
  }),
})
