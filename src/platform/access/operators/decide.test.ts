import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { type Decider, type DecisionKind, decisionKinds } from '../../../../tests/make/decisions.ts'
import {
  auditOf,
  inviteOperator,
  makeConfirmed,
  makeOperator,
  type SignedInOperator,
  twoAdmins,
} from '../../../../tests/make/operator.ts'
import { bindOperatorApp } from '../../../../tests/make/operator-app.ts'
import { sessionsWait } from '../../../../tests/make/waiting-sessions.ts'

type Stage = Readonly<{
  tukar: Tukar
  kind: DecisionKind
  /** Three independent admins; the last one has an authenticator app. */
  first: SignedInOperator
  other: SignedInOperator
  third: SignedInOperator
  nextCode: () => Promise<string>
}>

const secondNeeded = [400, 'api.second_operator_needed']
const otpFailed = [403, 'auth.otp_failed']

async function start(t: TestContext, kind: DecisionKind): Promise<Stage> {
  const tukar = await startTukar(t)
  const [first, other] = await twoAdmins(tukar)
  const third = await makeOperator(tukar, 'admin', first)
  return { tukar, kind, first, other, third, nextCode: await bindOperatorApp(tukar, third) }
}

type Id = Awaited<ReturnType<DecisionKind['open']>>

const state = ({ tukar, kind }: Stage, by: Decider, id: Id) => kind.agree(tukar, by, id)

const isSettled = ({ kind }: Stage, { status, body }: Answer): boolean =>
  status === 200 && kind.isSettled(body.data)

/** Asserts that an agreement is refused and does not count: the other admin's then settles it. */
async function refusedAlone(on: Stage, by: Decider, refusal: readonly unknown[]): Promise<void> {
  const id = await on.kind.open(on.tukar, on.first)
  assert.deepEqual(messageOf(await state(on, by, id)), refusal)
  const settled = await state(on, on.other, id)
  assert.ok(isSettled(on, settled), settled.text)
}

/** Changes the subject while the operator's request waits for its lock; returns the response. */
async function stateDuring(
  on: Stage,
  by: Decider,
  id: Id,
  change: (id: Id) => ReturnType<typeof sql>,
): Promise<Answer> {
  const { db } = on.tukar.service.ctx
  let answer: Promise<Answer> | null = null
  await db.inTransaction(async (tx) => {
    await change(id).execute(tx)
    answer ??= state(on, by, id)
    await sessionsWait(db)
  })
  return answer ?? assert.fail('no response')
}

/** The tests that every decision by two operators must pass. */
const laws: Readonly<Record<string, (on: Stage) => Promise<void>>> = {
  'one operator twice is not two': (on) => refusedAlone(on, on.first, secondNeeded),

  'an operator whom the first invited is not a second one': async (on) => {
    const made = await makeConfirmed(on.tukar, 'admin', on.first, on.other)
    await refusedAlone(on, made, secondNeeded)
  },

  'an unconfirmed operator does not count': async (on) => {
    const made = await inviteOperator(on.tukar, 'admin', on.other)
    await refusedAlone(on, made, [403, 'api.operator_not_confirmed'])
  },

  'each operator with an app enters a code, and a right one': async (on) => {
    await refusedAlone(on, on.third, otpFailed)
    await refusedAlone(on, { ...on.third, otpCode: '000000' }, otpFailed)
    const id = await on.kind.open(on.tukar, on.first)
    const settled = await state(on, { ...on.third, otpCode: await on.nextCode() }, id)
    assert.ok(isSettled(on, settled), settled.text)
  },

  'a subject that ends while an operator agrees is not decided': async (on) => {
    const id = await on.kind.open(on.tukar, on.first)
    const answer = await stateDuring(on, on.other, id, on.kind.end)
    assert.deepEqual(messageOf(answer), on.kind.ended)
    const late = await state(on, on.third, id)
    assert.deepEqual(messageOf(late), on.kind.ended, 'before any code is asked for')
    const guessed = await state(on, { ...on.third, otpCode: '000000' }, id)
    assert.deepEqual(messageOf(guessed), on.kind.ended)
    const wrong = (await auditOf(on.tukar, on.first, '&action=operator.code-failed')).at(-1)
    assert.deepEqual([wrong.subject.id, wrong.after.why], [`${on.third.id}`, 'wrong code'])
  },

  'of operators who agree at once one settles it': async (on) => {
    const id = await on.kind.open(on.tukar, on.first)
    const fourth = await makeOperator(on.tukar, 'admin', on.first)
    const answers = await Promise.all(
      [on.other, on.other, fourth, fourth].map((by) => state(on, by, id)),
    )
    assert.equal(answers.filter((answer) => isSettled(on, answer)).length, 1)
    assert.ok(answers.every(({ status }) => status === 200 || status === 400))
  },
}

test('an operator who is disabled while an agreement waits decides nothing', async (t) => {
  const [kind = assert.fail()] = decisionKinds
  const on = await start(t, kind)
  for (const by of [on.other, { ...on.third, otpCode: await on.nextCode() }]) {
    const id = await kind.open(on.tukar, on.first)
    const answer = await stateDuring(
      on,
      by,
      id,
      (of) => sql`
        with waits as (select from withdrawals where request_id = ${of} for update)
        update operators set disabled_at = now() where id = ${by.id} and exists (table waits)`,
    )
    assert.deepEqual(messageOf(answer), [401, 'auth.unauthenticated'])
  }
})

for (const kind of decisionKinds) {
  test(`${kind.name} takes two operators`, async (t) => {
    const on = await start(t, kind)
    for (const [law, holds] of Object.entries(laws)) await t.test(law, () => holds(on))
  })

  const { small } = kind
  if (small !== undefined) {
    test(`${kind.name} takes two if it does so by the time of its lock`, async (t) => {
      const on = await start(t, kind)
      const fourth = await makeOperator(on.tukar, 'admin', on.first)
      const first = await small.make(on.tukar)
      assert.deepEqual(messageOf(await state(on, on.third, first)), otpFailed)
      const alone = await state(on, { ...on.third, otpCode: await on.nextCode() }, first)
      assert.ok(isSettled(on, alone), 'no second operator is needed')
      const id = await small.make(on.tukar)
      const uncoded = await stateDuring(on, on.third, id, small.grow)
      assert.deepEqual(messageOf(uncoded), otpFailed)
      const grown = await small.make(on.tukar)
      const stated = await stateDuring(on, on.other, grown, small.grow)
      assert.equal(stated.status, 200, stated.text)
      assert.ok(!isSettled(on, stated), 'it waits for another')
      assert.ok(isSettled(on, await state(on, fourth, grown)))
    })
  }
}
