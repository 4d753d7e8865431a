import { z } from 'zod'
import { deleteContent } from '../../app/content/content.sql.ts'
import {
  insertEntry,
  lockEntry,
  readStoredEntries,
  updateEntry,
} from '../../app/content/dictionaries/dictionaries.sql.ts'
import { dictionaryTypes, type StoredEntry } from '../../app/content/writing-contracts.ts'
import type { Context } from '../../context.ts'
import { versionedBy, versionedPage } from '../../platform/access/operators/versions.ts'
import { oneOf, optional } from '../../platform/http/contracts/contracts.ts'
import { placeFields } from '../../platform/http/contracts/lists.ts'
import { bothAs, writingOf } from './content-writing.ts'

export const ListStoredEntries = z.object({
  type: optional(oneOf(dictionaryTypes)),
  ...placeFields,
})

export const listStoredEntries = (
  ctx: Pick<Context, 'db'>,
  { type, ...page }: z.output<typeof ListStoredEntries>,
) => versionedPage(readStoredEntries(ctx.db, type, page), versioned)

const factsOf = ({ type, value, label, isChinese, position }: StoredEntry) => ({
  type,
  value,
  ...bothAs('label', label),
  isChinese,
  position,
})

const versioned = versionedBy(factsOf)

const writing = writingOf({
  kind: 'dictionary-entry',
  lock: lockEntry,
  insert: insertEntry,
  update: updateEntry,
  remove: (tx, id) => deleteContent(tx, 'dictionaries', id),
  factsOf,
})

export const { create: createEntry, edit: editEntry, remove: deleteEntry } = writing
