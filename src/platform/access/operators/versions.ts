import type { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { sha256 } from '../../../base/secrets/crypto.ts'
import type { CursorPage } from '../../../base/values/cursor.ts'
import type { Tx } from '../../../core/database/database.ts'
import {
  type Facts,
  lastChangeOf,
  type Subject,
} from '../../../core/operators/operator-audit.sql.ts'
import { text } from '../../http/contracts/contracts.ts'

const versionChars = 22

const versionField = text({ max: versionChars }).meta({
  description: 'The version of the item as it was read. An older one is refused.',
})

/** The contract of an edit: also takes the version of the item that the operator has read. */
export const editOf = <Shape extends z.ZodRawShape>(contract: z.ZodObject<Shape>) =>
  contract.extend({ version: versionField })

/** What an edit may refuse with, if the item has changed since. */
export const conflictRefusals = ['api.version_conflict'] as const

export type Versioned<Item> = Item & Readonly<{ version: string }>

/** The version of an item: a digest of the facts that the audit records of it. */
export const itemVersion = (facts: Facts): string =>
  sha256(JSON.stringify(Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .toString('base64url')
    .slice(0, versionChars)

/** Returns a function that adds its version to an item whose facts are these. */
export const versionedBy =
  <Item>(factsOf: (item: Item) => Facts) =>
  (item: Item): Versioned<Item> => ({ ...item, version: itemVersion(factsOf(item)) })

/** Adds its version to each item of a page. */
export async function versionedPage<Item>(
  page: Promise<CursorPage<Item>>,
  versioned: (item: Item) => Versioned<Item>,
): Promise<CursorPage<Versioned<Item>>> {
  const { data, nextCursor } = await page
  return { data: data.map(versioned), nextCursor }
}

/**
 * Refuses an edit of an item that changed since it was read; the refusal names the operator and
 * the time of the last change. The item must be locked.
 */
export async function refuseIfChanged(
  tx: Tx,
  version: string,
  subject: Subject,
  facts: Facts,
): Promise<void> {
  const current = itemVersion(facts)
  if (version === current) return
  const { by = null, at = null } = (await lastChangeOf(tx, subject)) ?? {}
  refuse('api.version_conflict', { conflict: { by, at, version: current } })
}
