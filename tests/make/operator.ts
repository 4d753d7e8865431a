import { makeFirstOperator } from '../../src/access/first-operator.ts'
import type { Role } from '../../src/operators/roles.ts'
import type { Answer, Tukar } from '../harness.ts'
import { sandboxOperator } from '../sandbox-providers.ts'
import { expectOk } from './trader.ts'

export type SignedInOperator = Readonly<{
  id: number
  email: string
  password: string
  role: Role
  token: string
}>

export const operatorPassword = sandboxOperator.password
let made = 0

export const signOperatorIn = (
  tukar: Tukar,
  email: string,
  password: string,
  otpCode?: string,
): Promise<Answer> =>
  tukar.call('POST', '/operator/api/login', {
    body: { email, password, ...(otpCode === undefined ? {} : { otpCode }) },
  })

/** The sandbox's own operator, an admin, as the first start of a sandbox makes it. */
export async function makeFirstAdmin(tukar: Tukar): Promise<SignedInOperator> {
  await makeFirstOperator(tukar.service.ctx, sandboxOperator)
  return signedIn(tukar, sandboxOperator.email, sandboxOperator.password)
}

/** A new operator of a role, made by an admin over HTTP, with a password of their own. */
export async function makeOperator(
  tukar: Tukar,
  role: Role,
  by?: SignedInOperator,
): Promise<SignedInOperator> {
  const admin = by ?? (await makeFirstAdmin(tukar))
  made += 1
  const email = `${role}-${process.pid}-${made}@tukar.test`
  const body = { email, role }
  const created = await tukar.call('POST', '/operator/api/operators', { token: admin.token, body })
  expectOk(created)
  const { token } = await signedIn(tukar, email, created.body.data.password)
  const change = {
    currentPassword: created.body.data.password,
    password: operatorPassword,
    password_confirmation: operatorPassword,
  }
  expectOk(await tukar.call('POST', '/operator/api/password', { token, body: change }))
  return { id: created.body.data.id, email, password: operatorPassword, role, token }
}

async function signedIn(tukar: Tukar, email: string, password: string): Promise<SignedInOperator> {
  const answer = await signOperatorIn(tukar, email, password)
  expectOk(answer)
  const { token, operator } = answer.body.data
  return { id: operator.id, email, password, role: operator.role, token }
}

/** What the audit holds, oldest first: each entry's action and subject. */
export async function auditOf(
  tukar: Tukar,
  { token }: SignedInOperator,
  query = '',
): Promise<readonly Answer['body'][]> {
  const answer = await tukar.call('GET', `/operator/api/audit?per_page=100${query}`, { token })
  expectOk(answer)
  return answer.body.data.data.toReversed()
}
