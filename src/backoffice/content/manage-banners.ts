import { z } from 'zod'
import {
  insertBanner,
  lockBanner,
  readStoredBanners,
  updateBanner,
} from '../../app/content/banners/banners.sql.ts'
import { deleteContent } from '../../app/content/content.sql.ts'
import type { StoredBanner, WrittenBanner } from '../../app/content/writing-contracts.ts'
import type { Context } from '../../context.ts'
import { versionedBy, versionedPage } from '../../platform/access/operators/versions.ts'
import { oneOf, optional } from '../../platform/http/contracts/contracts.ts'
import { placeFields } from '../../platform/http/contracts/lists.ts'
import { bothAs, requireAllowed, writingOf } from './content-writing.ts'

export const ListStoredBanners = z.object({
  status: optional(oneOf(['ACTIVE', 'INACTIVE'])),
  ...placeFields,
})

export const listStoredBanners = (
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListStoredBanners>,
) => versionedPage(readStoredBanners(ctx.db, input), versioned)

const linksOf = ({ link }: WrittenBanner): readonly string[] => (link === undefined ? [] : [link])

const factsOf = ({ title, image, link, status, position }: StoredBanner) => ({
  ...bothAs('title', title),
  image,
  link,
  status,
  position,
})

const versioned = versionedBy(factsOf)

const writing = writingOf({
  kind: 'banner',
  lock: lockBanner,
  insert: async (tx, banner: WrittenBanner) => {
    await requireAllowed(tx, linksOf(banner))
    return insertBanner(tx, banner)
  },
  update: async (tx, id, banner) => {
    await requireAllowed(tx, linksOf(banner))
    await updateBanner(tx, id, banner)
  },
  remove: (tx, id) => deleteContent(tx, 'banners', id),
  imageOf: ({ image }) => image,
  factsOf,
})

export const { create: createBanner, edit: editBanner, remove: deleteBanner } = writing
