import type { Answer, Tukar } from '../harness.ts'
import type { SignedInOperator } from './operator.ts'
import { expectOk } from './trader.ts'

/** Breaks that are open, as operators read them, the newest first. */
export async function openBreaks(
  { call }: Tukar,
  { token }: SignedInOperator,
): Promise<readonly Answer['body'][]> {
  const answer = await call('GET', '/operator/api/breaks?state=open', { token })
  expectOk(answer)
  return answer.body.data.data
}
