import type { Context } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { insertAudit } from '../operators/operator-audit.sql.ts'
import { countOperators, insertOperator } from '../operators/operators.sql.ts'
import { hashPassword } from './passwords.ts'

type NewAdmin = Readonly<{ email: string; password: string }>

/**
 * Makes the first operator, an admin, where there is none at all. False when somebody is there, or
 * another node was faster.
 */
export async function makeFirstOperator(
  ctx: Pick<Context, 'db' | 'random'>,
  admin: NewAdmin,
): Promise<boolean> {
  if ((await countOperators(ctx.db.read)) > 0) return false
  return insertAdmin(ctx, admin, { passwordInitial: false, from: 'first start' })
}

const initialBytes = 18

/**
 * Makes an admin for whoever holds the machine and its key, with a password that has to be changed
 * when it is first used. Answers the password, or null when the address is taken.
 */
export async function makeAdmin(
  ctx: Pick<Context, 'db' | 'random'>,
  email: string,
): Promise<string | null> {
  const password = ctx.random.bytes(initialBytes).toString('base64url')
  const how = { passwordInitial: true, from: 'command line' }
  return (await insertAdmin(ctx, { email, password }, how)) ? password : null
}

async function insertAdmin(
  ctx: Pick<Context, 'db' | 'random'>,
  { email, password }: NewAdmin,
  { passwordInitial, from }: Readonly<{ passwordInitial: boolean; from: string }>,
): Promise<boolean> {
  const passwordHash = await hashPassword(ctx.random, password)
  return ctx.db.inTransaction(async (tx: Tx) => {
    const id = await insertOperator(tx, { email, role: 'admin', passwordHash, passwordInitial })
    if (id === null) return false
    await insertAudit(tx, {
      operator: null,
      action: 'operator.create',
      subject: { kind: 'operator', id },
      before: null,
      after: { email, role: 'admin' },
      ip: from,
      requestId: from,
    })
    return true
  })
}
