import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { makeAdmin } from '../../src/platform/access/operators/first-operator.ts'
import type { Answer, Tukar } from '../harness.ts'
import { editItem } from './edits.ts'
import { operatorPassword, type SignedInOperator, signOperatorIn } from './operator.ts'
import { expectOk } from './trader.ts'

let made = 0

/** An admin created on the machine, so independent of every other operator. */
export async function makeIndependentAdmin(tukar: Tukar): Promise<SignedInOperator> {
  made += 1
  const email = `independent-${process.pid}-${made}@tukar.test`
  const first = await makeAdmin(tukar.service.ctx, email)
  if (first === null) throw new Error('the address is taken')
  const signedIn = await signOperatorIn(tukar, email, first)
  expectOk(signedIn)
  const { token, operator } = signedIn.body.data
  const body = {
    currentPassword: first,
    password: operatorPassword,
    password_confirmation: operatorPassword,
  }
  expectOk(await tukar.call('POST', '/operator/api/password', { token, body }))
  return { id: operator.id, email, password: operatorPassword, role: 'admin', token }
}

type Body = Readonly<Record<string, unknown>>

export const putSetting = (
  tukar: Tukar,
  by: SignedInOperator,
  key: string,
  body: Body,
): Promise<Answer> => editItem(tukar, by, `settings/${key}`, body)

export const putAsset = (
  tukar: Tukar,
  by: SignedInOperator,
  symbol: string,
  body: Body,
): Promise<Answer> => editItem(tukar, by, `assets/${symbol}`, body)

/** Proposes a value of a guarded setting; returns the number of the proposal. */
export async function propose(
  tukar: Tukar,
  by: SignedInOperator,
  key: string,
  value: string,
): Promise<number> {
  const answer = await putSetting(tukar, by, key, { value })
  expectOk(answer)
  return answer.body.data.proposal.id
}

export const agree = (
  tukar: Tukar,
  { token }: SignedInOperator,
  id: number,
  body: Body = {},
): Promise<Answer> => tukar.call('POST', `/operator/api/proposals/${id}/agree`, { token, body })

export const withdraw = (tukar: Tukar, { token }: SignedInOperator, id: number): Promise<Answer> =>
  tukar.call('POST', `/operator/api/proposals/${id}/withdraw`, { token, body: {} })

export async function settingsOf(
  tukar: Tukar,
  { token }: SignedInOperator,
): Promise<readonly Answer['body'][]> {
  const answer = await tukar.call('GET', '/operator/api/settings', { token })
  expectOk(answer)
  return answer.body.data
}

export async function settingOf(tukar: Tukar, by: SignedInOperator, key: string): Promise<string> {
  return (await settingsOf(tukar, by)).find((setting) => setting.key === key)?.value
}

export async function proposalsOf(
  tukar: Tukar,
  { token }: SignedInOperator,
  query = '',
): Promise<readonly Answer['body'][]> {
  const answer = await tukar.call('GET', `/operator/api/proposals?limit=100${query}`, { token })
  expectOk(answer)
  return answer.body.data.data
}

type ProposedIds = Readonly<{ proposal?: { id: number }; proposals?: readonly { id: number }[] }>

/** Lets another admin agree to what a request proposed, after its delay; asserts that it holds. */
export async function agreeAll(tukar: Tukar, answer: Answer): Promise<void> {
  expectOk(answer)
  const { proposal, proposals = [] }: ProposedIds = answer.body.data
  const ids = [...(proposal === undefined ? [] : [proposal]), ...proposals].map(({ id }) => id)
  assert.ok(ids.length > 0, `nothing is proposed: ${answer.text}`)
  await ageProposals(tukar, 120)
  const admin = await makeIndependentAdmin(tukar)
  for (const id of ids) {
    const agreed = await agree(tukar, admin, id)
    assert.equal(agreed.body.data?.state, 'effective', agreed.text)
  }
}

/** Changes guarded values by a PUT of one operator, and the agreement of an admin. */
export async function putAgreed(
  tukar: Tukar,
  by: SignedInOperator,
  path: string,
  body: Body,
): Promise<Answer> {
  const answer = await editItem(tukar, by, path, body)
  await agreeAll(tukar, answer)
  return answer
}

/** Makes the proposals older by this time. */
export const ageProposals = ({ service }: Tukar, minutes: number) =>
  sql`update guarded_changes set proposed_at = proposed_at - make_interval(mins => ${minutes}),
    due_at = due_at - make_interval(mins => ${minutes}),
    expires_at = expires_at - make_interval(mins => ${minutes})
    where state in ('proposed', 'agreed')`.execute(service.ctx.db.read)
