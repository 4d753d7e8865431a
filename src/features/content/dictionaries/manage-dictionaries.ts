import { z } from 'zod'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../access/operators/operator-endpoint.ts'
import { pageBounds, pageOf } from '../../../base/page.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { oneOf, optional } from '../../../http/contracts.ts'
import { pageFields } from '../../../http/lists.ts'
import { bothAs, commitContent, found, type Writing } from '../content-writing.ts'
import type { ById, WriteDictionaryEntry } from '../writing-contracts.ts'
import {
  countEntries,
  deleteEntryRow,
  dictionaryTypes,
  findStoredEntry,
  insertEntry,
  type StoredEntry,
  selectStoredEntries,
  updateEntry,
} from './dictionaries.sql.ts'

export const ListStoredEntries = z.object({
  type: optional(oneOf(dictionaryTypes)),
  ...pageFields,
})

export async function listStoredEntries(
  ctx: Pick<Context, 'db'>,
  { type, ...page }: z.output<typeof ListStoredEntries>,
) {
  const rows = await selectStoredEntries(ctx.db, type, pageBounds(page))
  return pageOf(rows, await countEntries(ctx.db, type), page)
}

const factsOf = ({ type, value, label, isChinese, position }: StoredEntry) => ({
  type,
  value,
  ...bothAs('label', label),
  isChinese,
  position,
})

const subject = (id: number) => ({ kind: 'dictionary-entry', id })

export const createEntry = (
  ctx: Writing,
  input: z.output<typeof WriteDictionaryEntry>,
  by: OperatorOperation,
): Promise<Audited<StoredEntry>> =>
  commitContent(ctx, async (tx) => {
    const id = (await insertEntry(tx, input)) ?? refuse('api.content_exists')
    const made = { id, ...input }
    return audited(tx, by, { subject: subject(id), after: factsOf(made) }, made)
  })

export const editEntry = (
  ctx: Writing,
  { id, ...input }: z.output<typeof ById> & z.output<typeof WriteDictionaryEntry>,
  by: OperatorOperation,
): Promise<Audited<StoredEntry>> =>
  commitContent(ctx, async (tx) => {
    const before = found(await findStoredEntry(tx, id))
    await updateEntry(tx, id, input)
    const after = { id, ...input }
    const facts = { subject: subject(id), before: factsOf(before), after: factsOf(after) }
    return audited(tx, by, facts, after)
  })

export const deleteEntry = (
  ctx: Writing,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  commitContent(ctx, async (tx) => {
    const before = found(await findStoredEntry(tx, id))
    await deleteEntryRow(tx, id)
    return audited(tx, by, { subject: subject(id), before: factsOf(before) }, undefined)
  })
