import { z } from 'zod'
import { Broken } from './broken.ts'
import type { Operator, Play } from './play.ts'

const Account = z.object({ email: z.string(), password: z.string() })
const SignedIn = z.object({ data: z.object({ token: z.string() }) })

/** Signs in the operator that a sandbox begins with; null, and a note, if that is impossible. */
export async function signOperatorIn(play: Play): Promise<Operator | null> {
  const { stage } = play
  const operator = await sandboxOperator(play, 0)
  if (operator === null) {
    stage.note('skipped: the sandbox has no operator password, so approval is impossible')
    return null
  }
  stage.note(`${operator.email} signs in with the password that this sandbox made up`)
  return operator
}

/** Signs in the second operator of the sandbox, who is independent of the first one. */
export const signSecondOperatorIn = (play: Play): Promise<Operator | null> =>
  sandboxOperator(play, 1)

/** Signs in an operator of the sandbox; null if the password was changed. */
export async function sandboxOperator(
  play: Pick<Play, 'sandbox' | 'tukar'>,
  index: number,
): Promise<Operator | null> {
  const accounts = await play.sandbox.call('GET', '/control/operators', z.array(Account))
  const account = accounts[index]
  return account === undefined ? null : signIn(play, account).catch(whenRefused)
}

/** The password was changed since, or an app was bound. */
function whenRefused(error: unknown): null {
  if (error instanceof Broken && error.refused) return null
  throw error
}

async function signIn(
  { tukar }: Pick<Play, 'tukar'>,
  { email, password }: z.output<typeof Account>,
): Promise<Operator> {
  const body = { email, password }
  const { token } = (await tukar.operators.call('POST', '/operator/api/login', SignedIn, { body }))
    .data
  return { email, token }
}
