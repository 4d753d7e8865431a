import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { endpoints } from '../../src/endpoints.ts'
import {
  codedActs,
  openActs,
  openParts,
} from '../../src/platform/access/operators/unguarded-acts.ts'
import { assertNone, type Offence } from './source.ts'

type Act = Readonly<{
  action?: string
  access: Readonly<{ scheme: string | null }>
  body: z.ZodType | undefined
  refusals: readonly string[]
  reply: Readonly<{ schema: () => z.ZodType }>
}>

type Lists = Readonly<Record<'open' | 'coded' | 'parts', ReadonlySet<string>>>

const lists: Lists = {
  open: new Set(openActs.keys()),
  coded: new Set(codedActs.keys()),
  parts: new Set(openParts.keys()),
}

const listFile = 'src/platform/access/operators/unguarded-acts.ts'

const takesCode = ({ body, refusals }: Act): boolean =>
  body instanceof z.ZodObject && 'otpCode' in body.shape && refusals.includes('auth.otp_failed')

/** Whether a second operator must agree: now, or to the proposal that the response has. */
const takesTwo = ({ refusals, reply }: Act): boolean => {
  const text = JSON.stringify(z.toJSONSchema(reply.schema(), { unrepresentable: 'any' }))
  return refusals.includes('api.second_operator_needed') || text.includes('"proposedBy"')
}

/** Acts of operators that are neither guarded nor named with a reason, and names of no act. */
function guardOffences(all: readonly Act[], { open, coded, parts }: Lists): readonly Offence[] {
  const offence = (action: string, rule: string, mend: string): Offence => ({
    path: listFile,
    line: 1,
    rule: `${action} ${rule}`,
    mend,
  })
  const acts = all.filter(({ access }) => access.scheme === 'operatorBearer')
  const written = acts.flatMap(({ action, ...act }) => (action ? [{ action, ...act }] : []))
  const actions = new Set(written.map(({ action }) => action))
  return [
    ...written.flatMap((act) => {
      const { action } = act
      if (open.has(action)) {
        if (!takesCode(act) && !coded.has(action) && !parts.has(action)) return []
        return [offence(action, 'is listed as open and is not', 'list it once, as it is')]
      }
      if (!takesCode(act)) return [offence(action, 'takes no code', 'decide it, or propose it')]
      if (coded.has(action))
        return parts.has(action) ? [offence(action, 'is listed twice', '')] : []
      return takesTwo(act)
        ? []
        : [offence(action, 'takes one operator', 'decide it, propose it, or list it as unguarded')]
    }),
    ...[...open, ...coded, ...parts]
      .filter((action) => !actions.has(action))
      .map((action) => offence(action, 'is no act of operators', 'delete it from the list')),
  ]
}

describe('acts of operators', () => {
  test('each takes a code and two operators, or is named as unguarded with its reason', () =>
    assertNone(guardOffences(endpoints, lists)))

  test('each reason is given', () => {
    for (const [action, reason] of [...openActs, ...codedActs, ...openParts]) {
      assert.ok(reason.length > 7, action)
    }
  })
})

describe('the guard of acts', () => {
  const access = { scheme: 'operatorBearer' }
  const reply = { schema: () => z.object({ id: z.int() }) }
  const act = (action: string, body: z.ZodType, refusals: readonly string[]): Act => ({
    action,
    access,
    body,
    refusals,
    reply,
  })
  const bare = z.object({ value: z.string() })
  const coded = bare.extend({ otpCode: z.string() })
  const ruleOf = (one: Act, own: Partial<Lists> = {}) =>
    guardOffences([one], { ...none, ...own }).map(({ rule }) => rule)
  const none: Lists = { open: new Set(), coded: new Set(), parts: new Set() }

  test('finds an act without a code, and one with a code that one operator does', () => {
    assert.deepEqual(ruleOf(act('a.do', bare, [])), ['a.do takes no code'])
    assert.deepEqual(ruleOf(act('a.do', coded, [])), ['a.do takes no code'])
    const one = act('a.do', coded, ['auth.otp_failed'])
    assert.deepEqual(ruleOf(one), ['a.do takes one operator'])
    assert.deepEqual(ruleOf(one, { coded: new Set(['a.do']) }), [])
    const two = act('a.do', coded, ['auth.otp_failed', 'api.second_operator_needed'])
    assert.deepEqual(ruleOf(two), [])
    const proposal = { schema: () => z.object({ proposal: z.object({ proposedBy: z.string() }) }) }
    assert.deepEqual(ruleOf({ ...one, reply: proposal }), [])
  })

  test('finds a listed act that takes a code, and a name of no act', () => {
    const open = { open: new Set(['a.do', 'a.gone']) }
    assert.deepEqual(ruleOf(act('a.do', coded, ['auth.otp_failed']), open), [
      'a.do is listed as open and is not',
      'a.gone is no act of operators',
    ])
  })
})
