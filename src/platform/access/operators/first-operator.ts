import type { OperatorId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { insertAudit } from '../../../core/operators/operator-audit.sql.ts'
import { countOperators, insertOperator } from '../../../core/operators/operators.sql.ts'
import { hashPassword } from '../passwords/passwords.ts'

export type NewAdmin = Readonly<{ email: string; password: string }>

/**
 * Creates the first operators, all admins, if there are none. They count as independent of each
 * other, because no person handled their passwords. Returns whether it created any: operators may
 * exist already, or another node was first.
 */
export async function makeFirstOperators(
  ctx: Pick<Context, 'db' | 'random'>,
  admins: readonly NewAdmin[],
): Promise<boolean> {
  if (admins.length === 0 || (await countOperators(ctx.db.read)) > 0) return false
  const hashed = await Promise.all(admins.map((admin) => withHash(ctx, admin)))
  return ctx.db.inTransaction(async (tx) => {
    let made = false
    for (const admin of hashed) {
      const id = await insertAdmin(tx, admin, { passwordInitial: false, from: 'first start' })
      made ||= id !== null
    }
    return made
  })
}

const initialBytes = 18

/**
 * Creates an admin, for the command line on the server, with a password that must be changed at the
 * first sign-in. Returns the password, or null if the address is taken.
 */
export async function makeAdmin(
  ctx: Pick<Context, 'db' | 'random'>,
  email: string,
): Promise<string | null> {
  const password = ctx.random.bytes(initialBytes).toString('base64url')
  const admin = await withHash(ctx, { email, password })
  const how = { passwordInitial: true, from: 'command line' }
  const id = await ctx.db.inTransaction((tx) => insertAdmin(tx, admin, how))
  return id === null ? null : password
}

type HashedAdmin = Readonly<{ email: string; passwordHash: string }>

const withHash = async (
  { random }: Pick<Context, 'random'>,
  { email, password }: NewAdmin,
): Promise<HashedAdmin> => ({ email, passwordHash: await hashPassword(random, password) })

async function insertAdmin(
  tx: Tx,
  admin: HashedAdmin,
  { passwordInitial, from }: Readonly<{ passwordInitial: boolean; from: string }>,
): Promise<OperatorId | null> {
  const role = 'admin'
  const id = await insertOperator(tx, { ...admin, role, passwordInitial, confirmed: true })
  if (id === null) return null
  await insertAudit(tx, {
    operator: null,
    action: 'operator.create',
    subject: { kind: 'operator', id },
    before: null,
    after: { email: admin.email, role },
    ip: from,
    requestId: from,
  })
  return id
}
