import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Broken } from './broken.ts'
import type { Operator, Play } from './play.ts'

const Known = z.object({ email: z.string(), password: z.string() })
const Unknown = z.object({ email: z.null() })
const SignedIn = z.object({ data: z.object({ token: z.string() }) })
const Made = z.object({ data: z.object({ password: z.string() }) })
const Done = z.object({ result: z.literal(true) })

/** Signs in the operator that a sandbox begins with; null, and a note, where that can't be. */
export async function signOperatorIn(play: Play): Promise<Operator | null> {
  const { stage, sandbox } = play
  const path = '/control/operator'
  const known = await sandbox.call('GET', path, z.union([Known, Unknown]))
  const operator = known.email === null ? null : await signIn(play, known).catch(whenRefused)
  if (operator === null) {
    stage.note('skipped: the sandbox knows no password of an operator, so nobody can approve')
    return null
  }
  stage.note(`${operator.email} signs in with the password that this sandbox made up`)
  return operator
}

/** Somebody has chosen another password since, or bound an app. */
function whenRefused(error: unknown): null {
  if (error instanceof Broken && error.refused) return null
  throw error
}

async function signIn(
  { tukar }: Play,
  { email, password }: z.output<typeof Known>,
): Promise<Operator> {
  const body = { email, password }
  const { token } = (await tukar.call('POST', '/operator/api/login', SignedIn, { body })).data
  return { email, token }
}

/** Made by an operator who is an admin; the first password is replaced at once. */
export async function anotherOperator(play: Play, { token }: Operator): Promise<Operator> {
  const { tukar } = play
  const email = `finance-${randomBytes(3).toString('hex')}@demo.test`
  const body = { email, role: 'finance' }
  const made = await tukar.call('POST', '/operator/api/operators', Made, { token, body })
  const first = await signIn(play, { email, password: made.data.password })
  const password = `demo ${randomBytes(12).toString('base64url')}`
  await tukar.call('POST', '/operator/api/password', Done, {
    token: first.token,
    body: { currentPassword: made.data.password, password, password_confirmation: password },
  })
  return first
}
