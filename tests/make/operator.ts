import { sql } from 'kysely'
import { sha256, systemRandom } from '../../src/base/secrets/crypto.ts'
import type { OperatorId } from '../../src/base/values/ids.ts'
import type { Context } from '../../src/context.ts'
import { insertOperatorSession } from '../../src/core/operators/operator-sessions.sql.ts'
import { findOperatorByEmail, insertOperator } from '../../src/core/operators/operators.sql.ts'
import type { Role } from '../../src/core/operators/roles.ts'
import { hashPassword } from '../../src/platform/access/passwords/passwords.ts'
import { type Answer, eventually, type Tukar } from '../harness.ts'
import { sandboxOperators } from '../sandbox-providers.ts'
import { editItem } from './edits.ts'
import { mailsTo } from './mails.ts'
import { codeOf } from './totp.ts'
import { expectOk } from './trader.ts'

export type SignedInOperator = Readonly<{
  id: OperatorId
  email: string
  password: string
  role: Role
  token: string
}>

/** What storing an operator needs of a service. */
type Place = Readonly<{ service: Readonly<{ ctx: Pick<Context, 'db' | 'random'> }> }>

export const operatorPassword = 'a long enough password'
let made = 0
let hashed: Promise<string> | null = null

export const signOperatorIn = (
  tukar: Tukar,
  email: string,
  password: string,
  otpCode?: string,
): Promise<Answer> =>
  tukar.call('POST', '/operator/api/login', {
    body: { email, password, ...(otpCode === undefined ? {} : { otpCode }) },
  })

/** The first of the sandbox's operators, an admin without a second one. */
export async function makeFirstAdmin(tukar: Tukar): Promise<SignedInOperator> {
  const [first] = await makeSandboxOperators(tukar, 1)
  if (first === undefined) throw new Error('a sandbox has operators')
  return first
}

/** The two operators of a sandbox, both admins, signed in. */
export async function makeSandboxOperators(
  tukar: Place,
  count = 2,
): Promise<readonly SignedInOperator[]> {
  const some = sandboxOperators.slice(0, count)
  return Promise.all(some.map(({ email }) => storeOperator(tukar, email, 'admin')))
}

/** The two admins of a sandbox. */
export async function twoAdmins(
  tukar: Place,
): Promise<readonly [SignedInOperator, SignedInOperator]> {
  const [one, other] = await makeSandboxOperators(tukar)
  if (one === undefined || other === undefined) throw new Error('a sandbox has two')
  return [one, other]
}

const addressOf = (role: Role): string => {
  made += 1
  return `${role}-${process.pid}-${made}@tukar.test`
}

/**
 * An operator of a role, confirmed and independent of all others, beside an admin: the given one,
 * or the first, who is made as well.
 */
export async function makeOperator(
  tukar: Tukar,
  role: Role,
  beside?: SignedInOperator,
): Promise<SignedInOperator> {
  if (beside === undefined) await makeFirstAdmin(tukar)
  return storeOperator(tukar, addressOf(role), role)
}

/**
 * Stores a confirmed operator, unless there is one with this address, and a session. The password
 * is hashed once for all operators of a process.
 */
async function storeOperator(
  { service }: Place,
  email: string,
  role: Role,
): Promise<SignedInOperator> {
  const { db, random } = service.ctx
  hashed ??= hashPassword(systemRandom, operatorPassword)
  const passwordHash = await hashed
  const account = { email, role, passwordHash, passwordInitial: false, confirmed: true }
  return db.inTransaction(async (tx) => {
    const id = (await insertOperator(tx, account)) ?? (await findOperatorByEmail(tx, email))?.id
    if (id === undefined) throw new Error(`${email} is not found`)
    const token = `xot_${random.bytes(32).toString('base64url')}`
    await insertOperatorSession(tx, sha256(token), id)
    return { id, email, password: operatorPassword, role, token }
  })
}

/** The tokens of the invitations mailed to an address so far, newest first. */
export async function invitationsTo(tukar: Tukar, email: string): Promise<readonly string[]> {
  const links = (await mailsTo(tukar, email)).map(({ link }) => link ?? '')
  return links.flatMap((link) => /#\/invitation\/([\w-]{43})$/.exec(link)?.[1] ?? [])
}

/** Waits for this many invitations to an address; returns the token of the newest. */
export const invitationOf = (tukar: Tukar, email: string, count = 1): Promise<string> =>
  eventually(`${count} invitations to ${email}`, async () => {
    const tokens = await invitationsTo(tukar, email)
    return tokens.length >= count && tokens[0]
  })

export const acceptInvitation = (
  tukar: Tukar,
  token: string,
  password = operatorPassword,
): Promise<Answer> =>
  tukar.call('POST', '/operator/api/invitations/accept', { body: { token, password } })

/** A new operator of a role, invited by an admin over HTTP; unconfirmed. */
export async function inviteOperator(
  tukar: Tukar,
  role: Role,
  by: SignedInOperator,
): Promise<SignedInOperator> {
  const email = addressOf(role)
  const body = { email, role }
  expectOk(await tukar.call('POST', '/operator/api/operators', { token: by.token, body }))
  expectOk(await acceptInvitation(tukar, await invitationOf(tukar, email)))
  return signedIn(tukar, email, operatorPassword)
}

/** An operator whom an admin invited, and another admin confirmed. */
export async function makeConfirmed(
  tukar: Tukar,
  role: Role,
  by: SignedInOperator,
  confirmer: SignedInOperator,
): Promise<SignedInOperator> {
  const made = await inviteOperator(tukar, role, by)
  expectOk(await changeOperator(tukar, confirmer, made.id, 'confirm'))
  return made
}

/** What another admin does to an operator: `confirm`, `reset`, `role` and so on. */
export const changeOperator = (
  tukar: Tukar,
  by: Pick<SignedInOperator, 'token'>,
  id: number,
  what: string,
  body: object = { reason: 'left the company' },
): Promise<Answer> =>
  what === 'role'
    ? editItem(tukar, by, `operators/${id}/role`, body)
    : tukar.call('POST', `/operator/api/operators/${id}/${what}`, { token: by.token, body })

/** Binds an authenticator app to an operator's account; returns its secret. */
export async function bindOperatorApp(
  tukar: Tukar,
  { token, password }: SignedInOperator,
): Promise<string> {
  const offered = await tukar.call('POST', '/operator/api/totp', { token, body: { password } })
  expectOk(offered)
  const { secret2FA } = offered.body.data
  const body = { otpCode: codeOf(secret2FA) }
  expectOk(await tukar.call('POST', '/operator/api/totp/confirm', { token, body }))
  await forgetOperatorSteps(tukar)
  return secret2FA
}

/** Resets the used codes of operators, as if some minutes had passed. */
export const forgetOperatorSteps = ({ service }: Tukar) =>
  sql`update operators set totp_last_step = 0`.execute(service.ctx.db.read)

async function signedIn(tukar: Tukar, email: string, password: string): Promise<SignedInOperator> {
  const answer = await signOperatorIn(tukar, email, password)
  expectOk(answer)
  const { token, operator } = answer.body.data
  return { id: operator.id, email, password, role: operator.role, token }
}

/** The entries of the audit, oldest first: each one's action and subject. */
export async function auditOf(
  tukar: Tukar,
  { token }: SignedInOperator,
  query = '',
): Promise<readonly Answer['body'][]> {
  const answer = await tukar.call('GET', `/operator/api/audit?limit=100${query}`, { token })
  expectOk(answer)
  return answer.body.data.data.toReversed()
}
