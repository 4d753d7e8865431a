import { z } from 'zod'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../access/operators/operator-endpoint.ts'
import { sha256 } from '../../../base/crypto.ts'
import { pageBounds, pageOf } from '../../../base/page.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/database.ts'
import { optional, timeOf } from '../../../http/contracts.ts'
import { pageFields } from '../../../http/lists.ts'
import { bothAs, commitContent, found, type Writing } from '../content-writing.ts'
import { type ById, instant, type WriteNews } from '../writing-contracts.ts'
import { keepCategory } from './news-categories.sql.ts'
import {
  countStoredNews,
  deleteNewsRow,
  findStoredNews,
  insertNews,
  publishNews,
  type StoredNews,
  selectStoredNews,
  unpublishNews,
  updateNews,
  type WrittenNews,
} from './news-writing.sql.ts'
import { safeMarkup } from './safe-markup.ts'

export const ListStoredNews = z.object(pageFields)

/** Lists drafts and published items, the last changed first. */
export async function listStoredNews(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListStoredNews>,
) {
  const rows = await selectStoredNews(ctx.db, pageBounds(input))
  return pageOf(rows, await countStoredNews(ctx.db), input)
}

/** The input as it is stored: its bodies sanitized, so no reader's app runs their markup. */
const madeSafe = ({ image, body, ...news }: z.output<typeof WriteNews>): WrittenNews => ({
  ...news,
  body: { id: safeMarkup(body.id), en: safeMarkup(body.en) },
  image: image ?? null,
})

const digestOf = (text: string): string => sha256(text).toString('hex')

const factsOf = ({
  slug,
  categoryId,
  title,
  body,
  image,
  tags,
  status,
  publishedAt,
}: StoredNews) => ({
  slug,
  categoryId,
  ...bothAs('title', title),
  ...bothAs('bodySha256', { id: digestOf(body.id), en: digestOf(body.en) }),
  image,
  tags,
  status,
  publishedAt: timeOf(publishedAt),
})

const subject = (id: number) => ({ kind: 'news', id })

type Changed = Promise<Audited<StoredNews>>

/** Creates a draft, which only operators see until it is published. */
export const createNews = (
  ctx: Writing,
  input: z.output<typeof WriteNews>,
  by: OperatorOperation,
): Changed =>
  commitContent(ctx, async (tx) => {
    await holdCategory(tx, input.categoryId)
    const id = (await insertNews(tx, madeSafe(input))) ?? refuse('api.content_exists')
    const news = found(await findStoredNews(tx, id))
    return audited(tx, by, { subject: subject(id), after: factsOf(news) }, news)
  })

async function holdCategory(tx: Tx, id: number): Promise<void> {
  if (!(await keepCategory(tx, id))) refuse('api.news_category_not_found')
}

/** Changes an item and audits the change; refuses if there is no such item. */
const change = (
  ctx: Writing,
  id: number,
  by: OperatorOperation,
  work: (tx: Tx) => Promise<boolean>,
): Changed =>
  commitContent(ctx, async (tx) => {
    const before = found(await findStoredNews(tx, id))
    if (!(await work(tx))) return refuse('api.content_not_found')
    const after = found(await findStoredNews(tx, id))
    const facts = { subject: subject(id), before: factsOf(before), after: factsOf(after) }
    return audited(tx, by, facts, after)
  })

/** Replaces an item's content; its publication does not change. */
export const editNews = (
  ctx: Writing,
  { id, ...input }: z.output<typeof ById> & z.output<typeof WriteNews>,
  by: OperatorOperation,
): Changed =>
  change(ctx, id, by, async (tx) => {
    await holdCategory(tx, input.categoryId)
    return updateNews(tx, id, madeSafe(input))
  })

export const PublishNews = z.object({ from: optional(instant) })

/** Publishes an item from the given time; by default from its first publication, or from now. */
export const showToReaders = (
  ctx: Writing,
  { id, from }: z.output<typeof ById> & z.output<typeof PublishNews>,
  by: OperatorOperation,
): Changed => change(ctx, id, by, (tx) => publishNews(tx, id, from ?? null))

/** Unpublishes an item, so that it is a draft again. */
export const hideFromReaders = (
  ctx: Writing,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Changed => change(ctx, id, by, (tx) => unpublishNews(tx, id))

export const deleteNews = (
  ctx: Writing,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  commitContent(ctx, async (tx) => {
    const before = found(await findStoredNews(tx, id))
    if (!(await deleteNewsRow(tx, id))) return refuse('api.content_not_found')
    return audited(tx, by, { subject: subject(id), before: factsOf(before) }, undefined)
  })
