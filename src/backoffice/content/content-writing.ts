import type { BothTexts } from '../../app/content/writing-contracts.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation, type Reader, type Tx } from '../../core/database/database.ts'
import { readHosts } from '../../core/reference/settings.sql.ts'
import {
  type Audited,
  type AuditedChange,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import {
  refuseIfChanged,
  type Versioned,
  versionedBy,
} from '../../platform/access/operators/versions.ts'
import { replacePicture } from '../../platform/files/attached-picture.ts'
import { leadTo } from './link-hosts.rules.ts'

export type Writing = Pick<Context, 'answers' | 'db'>

/** Commits content that an operator wrote, as `afterCommit` does. */
export const commitContent = <Result>(
  ctx: Writing,
  work: (tx: Tx) => Promise<Audited<Result>>,
): Promise<Audited<Result>> => afterCommit(ctx, () => ctx.db.inTransaction(work))

/**
 * Clears this node's cached answers after a commit of content; other nodes serve the old content
 * until their cached answers expire. Refuses a duplicate slug or value.
 */
export async function afterCommit<Result>(
  ctx: Writing,
  commit: () => Promise<Audited<Result>>,
): Promise<Audited<Result>> {
  try {
    const done = await commit()
    ctx.answers.clear()
    return done
  } catch (error) {
    if (isUniqueViolation(error)) return refuse('api.content_exists')
    throw error
  }
}

export const found = <Item>(item: Item | null | undefined): Item =>
  item ?? refuse('api.content_not_found')

/** Refuses a link to a host that the setting does not list. */
export async function requireAllowed(db: Reader, links: readonly string[]): Promise<void> {
  if (links.length === 0) return
  const hosts = await readHosts(db, 'content.link_hosts')
  if (!leadTo(hosts, links)) refuse('api.link_not_allowed')
}

type Facts = NonNullable<AuditedChange['after']>

/** The text in both languages as two facts, since audit facts cannot be nested. */
export const bothAs = (name: string, { id, en }: BothTexts): Facts => ({
  [`${name}.id`]: id,
  [`${name}.en`]: en,
})

/** One kind of content: its statements, and what the audit records of an item. */
type ContentKind<Input, Item> = Readonly<{
  /** As the audit names it. */
  kind: string
  /** Finds an item and locks its row until the transaction ends. */
  lock: (tx: Tx, id: number) => Promise<Item | null>
  /** Returns null if another item has its slug or value. */
  insert: (tx: Tx, input: Input) => Promise<number | null>
  update: (tx: Tx, id: number, input: Input) => Promise<void>
  remove: (tx: Tx, id: number) => Promise<void>
  /** What an edit replaces, which makes the version of an item. */
  factsOf: (item: Item) => Facts
  /** What the audit also records, which edits leave as it is. */
  stateOf?: (item: Item) => Facts
  /** The item's address of an image, or name of an uploaded picture. */
  imageOf?: (item: Item) => string | null
}>

type ById = Readonly<{ id: number }>

/**
 * Builds the use cases that write one kind of content. Each is audited.
 *
 * @transactions each of these use cases opens one.
 */
export function writingOf<Input, Item>(content: ContentKind<Input, Item>) {
  const { lock, factsOf, stateOf, imageOf = () => null } = content
  const recorded = (item: Item) => ({ ...factsOf(item), ...stateOf?.(item) })
  const subjectOf = (id: number) => ({ kind: content.kind, id })
  const versioned = versionedBy(factsOf)
  const change = (
    ctx: Writing,
    id: number,
    by: OperatorOperation,
    work: (tx: Tx, before: Item) => Promise<void>,
  ): Promise<Audited<Versioned<Item>>> =>
    commitContent(ctx, async (tx) => {
      const before = found(await lock(tx, id))
      await work(tx, before)
      const after = found(await lock(tx, id))
      await replacePicture(tx, imageOf(before), imageOf(after))
      const facts = { subject: subjectOf(id), before: recorded(before), after: recorded(after) }
      return audited(tx, by, facts, versioned(after))
    })
  return {
    create: (
      ctx: Writing,
      input: Input,
      by: OperatorOperation,
    ): Promise<Audited<Versioned<Item>>> =>
      commitContent(ctx, async (tx) => {
        const id = (await content.insert(tx, input)) ?? refuse('api.content_exists')
        const made = found(await lock(tx, id))
        await replacePicture(tx, null, imageOf(made))
        return audited(tx, by, { subject: subjectOf(id), after: recorded(made) }, versioned(made))
      }),
    change,
    edit: (
      ctx: Writing,
      input: Versioned<Input & ById>,
      by: OperatorOperation,
    ): Promise<Audited<Versioned<Item>>> =>
      change(ctx, input.id, by, async (tx, before) => {
        await refuseIfChanged(tx, input.version, subjectOf(input.id), factsOf(before))
        await content.update(tx, input.id, input)
      }),
    remove: (ctx: Writing, { id }: ById, by: OperatorOperation): Promise<Audited<void>> =>
      commitContent(ctx, async (tx) => {
        const before = found(await lock(tx, id))
        await content.remove(tx, id)
        await replacePicture(tx, imageOf(before), null)
        return audited(tx, by, { subject: subjectOf(id), before: recorded(before) }, undefined)
      }),
  }
}
