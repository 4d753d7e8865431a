/** The names that users proved, and the users whom a name finds. */
import { lookupOf } from '../../base/secrets/app-keys.ts'
import { type CursorPage, type CursorRequest, cursorPageOf } from '../../base/values/cursor.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { mayReadNames, type Role } from '../../core/operators/roles.ts'
import { fieldsIn } from '../../providers/idp/ktp.ts'
import { unsealCard } from './identity-card.ts'
import { wordsOfName } from './name-words.rules.ts'

type NamesContext = Pick<Context, 'config' | 'db'>

/** Enough of a digest to tell all words of all languages apart. */
const digestBytes = 9

/** Digests of the words of a name: equal words have equal ones, which reveal nothing. */
export const digestsOfName = ({ config }: Pick<Context, 'config'>, name: string) =>
  wordsOfName(name).map((word) =>
    lookupOf(config, 'identity name', word).toString('base64url', 0, digestBytes),
  )

/** Returns the names on the cards that users were registered with; some may be gone. */
async function findProvenNames(
  ctx: NamesContext,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, string>> {
  if (users.length === 0) return new Map()
  const rows = await readRows(ctx.db.read, {
    user: 'userId',
    transactionId: 'text',
    sealed: 'text',
  })`
    select distinct on (registration.user_id) registration.user_id as "user",
      card.transaction_id as "transactionId", card.sealed_response as sealed
    from identity_histories registration
    join identity_histories card on card.id = registration.ocr_id
    where registration.user_id = any(${users}) and registration.service = 'REGISTRATION'
      and registration.status = 'SUCCESS' and card.sealed_response is not null
    order by registration.user_id, registration.id desc`
  return new Map(
    rows.flatMap(({ user, transactionId, sealed }) => {
      const name = fieldsIn(unsealCard(ctx, transactionId, sealed))?.name
      return name === undefined ? [] : [[user, name]]
    }),
  )
}

/** Returns the name on the card that a user was registered with, or null if it is gone. */
export const findProvenName = async (ctx: NamesContext, user: UserId): Promise<string | null> =>
  (await findProvenNames(ctx, [user])).get(user) ?? null

/** Returns the names of users for an operator with this role; of a viewer's, none. */
export const namesFor = async (
  ctx: NamesContext,
  { role }: Readonly<{ role: Role }>,
  users: readonly (UserId | null)[],
): Promise<ReadonlyMap<UserId | null, string>> =>
  mayReadNames(role)
    ? findProvenNames(ctx, [...new Set(users.flatMap((user) => user ?? []))])
    : new Map()

/** A page of a list by id whose rows have their user's name, for an operator with this role. */
export async function namedPage<Row extends Readonly<{ id: number }>, Shown>(
  ctx: NamesContext,
  operator: Readonly<{ role: Role }>,
  found: readonly Row[],
  page: CursorRequest,
  userOf: (row: Row) => UserId | null,
  shown: (row: Row) => Shown,
): Promise<CursorPage<Shown & { userName: string | null }>> {
  const names = await namesFor(ctx, operator, found.map(userOf))
  const listed = (row: Row) => ({ ...shown(row), userName: names.get(userOf(row)) ?? null })
  return cursorPageOf(found, page, ({ id }) => [id], listed)
}

/** Returns users whose proven name has all words of a text, newest registration first. */
export async function findUsersNamed(
  ctx: NamesContext,
  text: string,
  most: number,
): Promise<readonly UserId[]> {
  const words = digestsOfName(ctx, text)
  if (words.length === 0) return []
  const rows = await readRows(ctx.db.read, { user: 'userId' })`
    select user_id as "user" from identity_histories
    where service = 'REGISTRATION' and status = 'SUCCESS' and name_words @> ${words}::text[]
    order by id desc limit ${most}`
  return [...new Set(rows.map(({ user }) => user))]
}
