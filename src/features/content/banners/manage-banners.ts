import { z } from 'zod'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../access/operators/operator-endpoint.ts'
import { pageBounds, pageOf } from '../../../base/page.ts'
import type { Context } from '../../../context.ts'
import { pageFields } from '../../../http/lists.ts'
import { bothAs, commitContent, found, type Writing } from '../content-writing.ts'
import type { ById, WriteBanner } from '../writing-contracts.ts'
import {
  countBanners,
  deleteBannerRow,
  findStoredBanner,
  insertBanner,
  type StoredBanner,
  selectStoredBanners,
  updateBanner,
  type WrittenBanner,
} from './banners.sql.ts'

export const ListStoredBanners = z.object(pageFields)

export async function listStoredBanners(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListStoredBanners>,
) {
  const rows = await selectStoredBanners(ctx.db, pageBounds(input))
  return pageOf(rows, await countBanners(ctx.db), input)
}

const writtenOf = ({ link, ...banner }: z.output<typeof WriteBanner>): WrittenBanner => ({
  ...banner,
  link: link ?? null,
})

const factsOf = ({ title, image, link, status, position }: StoredBanner) => ({
  ...bothAs('title', title),
  image,
  link,
  status,
  position,
})

const subject = (id: number) => ({ kind: 'banner', id })

export const createBanner = (
  ctx: Writing,
  input: z.output<typeof WriteBanner>,
  by: OperatorOperation,
): Promise<Audited<StoredBanner>> =>
  commitContent(ctx, async (tx) => {
    const banner = writtenOf(input)
    const made = { id: await insertBanner(tx, banner), ...banner }
    return audited(tx, by, { subject: subject(made.id), after: factsOf(made) }, made)
  })

export const editBanner = (
  ctx: Writing,
  { id, ...input }: z.output<typeof ById> & z.output<typeof WriteBanner>,
  by: OperatorOperation,
): Promise<Audited<StoredBanner>> =>
  commitContent(ctx, async (tx) => {
    const before = found(await findStoredBanner(tx, id))
    const after = { id, ...writtenOf(input) }
    await updateBanner(tx, id, after)
    const facts = { subject: subject(id), before: factsOf(before), after: factsOf(after) }
    return audited(tx, by, facts, after)
  })

export const deleteBanner = (
  ctx: Writing,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  commitContent(ctx, async (tx) => {
    const before = found(await findStoredBanner(tx, id))
    await deleteBannerRow(tx, id)
    return audited(tx, by, { subject: subject(id), before: factsOf(before) }, undefined)
  })
