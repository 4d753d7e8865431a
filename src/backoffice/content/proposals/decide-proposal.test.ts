import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Answer, eventually, send, startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { versionAt } from '../../../../tests/make/edits.ts'
import { mailsArrived } from '../../../../tests/make/mails.ts'
import {
  auditOf,
  changeOperator,
  inviteOperator,
  makeOperator,
} from '../../../../tests/make/operator.ts'
import {
  ageProposals,
  agree,
  makeIndependentAdmin,
  proposalsOf,
  propose,
  putAsset,
  settingOf,
  withdraw,
} from '../../../../tests/make/proposals.ts'

const stateOf = ({ body }: Answer): string | undefined => body.data?.state

const key = 'withdrawal.approval_idr'
const before = '50000000'
const value = '60000000'

const delayMinutes = 60

async function start(t: TestContext) {
  const tukar = await startTukar(t, { jobs: ['apply guarded changes'] })
  const [one, other] = [await makeIndependentAdmin(tukar), await makeIndependentAdmin(tukar)]
  const holds = () => settingOf(tukar, one, key)
  const soleState = async () => (await proposalsOf(tukar, one))[0]?.state
  const becomes = (state: string) =>
    eventually(`the state ${state}`, async () => (await soleState()) === state)
  return { tukar, one, other, holds, becomes }
}

test('an agreed change waits for its delay and then takes effect by itself', async (t) => {
  const { tukar, one, other, holds, becomes } = await start(t)
  const id = await propose(tukar, one, key, value)
  await ageProposals(tukar, delayMinutes - 1)
  const agreed = await agree(tukar, other, id)
  assert.deepEqual(messageOf(agreed), [200, 'api.proposal_updated'])
  assert.deepEqual([agreed.body.data.state, agreed.body.data.agreedBy.id], ['agreed', other.id])
  assert.deepEqual(messageOf(await agree(tukar, other, id)), [400, 'api.already_decided'])
  assert.equal(await holds(), before)
  await ageProposals(tukar, 1)
  await becomes('effective')
  assert.equal(await holds(), value)
  const entries = await auditOf(tukar, one, `&subjectKind=setting&subjectId=${key}`)
  assert.deepEqual(
    entries.map(({ action, operator }) => [action, operator?.id]),
    [
      ['proposal.make', one.id],
      ['proposal.agree', other.id],
      ['proposal.apply', undefined],
    ],
  )
  for (const { email } of [one, other]) {
    const subjects = (await mailsArrived(tukar, email, 3)).map(({ subject }) => subject)
    assert.deepEqual(
      subjects.toSorted(),
      [
        `In effect: ${value}, which was ${before}: ${key}`,
        `${one.email} proposes to change ${before} to ${value}: ${key}`,
        `${other.email} agrees to ${value}: ${key}`,
      ].toSorted(),
    )
  }
})

test('a change that is agreed to after its delay takes effect at once, and once', async (t) => {
  const { tukar, one, other, holds } = await start(t)
  const third = await makeIndependentAdmin(tukar)
  const id = await propose(tukar, one, key, value)
  await ageProposals(tukar, delayMinutes)
  const answers = await Promise.all([other, third, other, third].map((by) => agree(tukar, by, id)))
  assert.deepEqual(
    answers.map(stateOf).filter((state) => state !== undefined),
    ['effective'],
  )
  assert.equal(await holds(), value)
  assert.equal((await auditOf(tukar, one, '&action=proposal.apply')).length, 1)
})

test('only an independent, confirmed admin agrees', async (t) => {
  const { tukar, one, other, holds } = await start(t)
  const id = await propose(tukar, one, key, value)
  await ageProposals(tukar, delayMinutes)
  const made = await inviteOperator(tukar, 'admin', one)
  assert.deepEqual(messageOf(await agree(tukar, made, id)), [403, 'api.operator_not_confirmed'])
  assert.equal((await changeOperator(tukar, other, made.id, 'confirm')).status, 200)
  for (const by of [one, made]) {
    assert.deepEqual(messageOf(await agree(tukar, by, id)), [400, 'api.second_operator_needed'])
  }
  assert.deepEqual(messageOf(await agree(tukar, other, 999_999)), [404, 'api.proposal_not_found'])
  assert.equal(await holds(), before)
})

test('a change is void once one of its operators may not decide any more', async (t) => {
  const { tukar, one, other } = await start(t)
  const disable = async (id: number) => {
    const path = `/operator/api/operators/${id}/disable`
    const body = { reason: 'left' }
    assert.equal((await tukar.call('POST', path, { token: other.token, body })).status, 200)
  }
  const agreed = await propose(tukar, one, key, value)
  assert.equal(stateOf(await agree(tukar, other, agreed)), 'agreed')
  const open = await propose(tukar, one, 'withdrawal.gate_seconds', '20')
  await disable(one.id)
  assert.deepEqual(messageOf(await agree(tukar, other, open)), [400, 'api.proposal_void'])
  assert.equal(stateOf(await withdraw(tukar, other, open)), 'withdrawn')
  await ageProposals(tukar, delayMinutes)
  await eventually('its end', async () => {
    const [found] = await proposalsOf(tukar, other, '&state=void')
    return found?.id === agreed
  })
  assert.equal(await settingOf(tukar, other, key), before)
})

test('an agreed change is void if one of its operators was reset before it is due', async (t) => {
  const { tukar, one, other, holds, becomes } = await start(t)
  const third = await makeIndependentAdmin(tukar)
  const id = await propose(tukar, one, key, value)
  assert.equal(stateOf(await agree(tukar, other, id)), 'agreed')
  assert.equal((await changeOperator(tukar, third, other.id, 'reset', {})).status, 200)
  await ageProposals(tukar, delayMinutes)
  await becomes('void')
  assert.equal(await holds(), before)
})

test('a proposal is withdrawn by its operator or any admin, until it takes effect', async (t) => {
  const { tukar, one, other, holds } = await start(t)
  const finance = await makeOperator(tukar, 'finance', other)
  const first = await propose(tukar, one, key, value)
  assert.deepEqual(messageOf(await withdraw(tukar, finance, first)), [
    403,
    'api.operator_not_permitted',
  ])
  assert.equal(stateOf(await withdraw(tukar, one, first)), 'withdrawn')
  assert.deepEqual(messageOf(await agree(tukar, other, first)), [400, 'api.already_decided'])
  const limit = await putAsset(tukar, finance, 'BTC', { dailyWithdrawalLimit: '1' })
  assert.equal(
    stateOf(await withdraw(tukar, finance, limit.body.data.proposals[0].id)),
    'withdrawn',
  )
  const second = await propose(tukar, one, key, value)
  assert.equal(stateOf(await agree(tukar, other, second)), 'agreed')
  assert.equal(stateOf(await withdraw(tukar, other, second)), 'withdrawn')
  await ageProposals(tukar, delayMinutes)
  const third = await propose(tukar, one, key, value)
  await ageProposals(tukar, delayMinutes)
  assert.equal(stateOf(await agree(tukar, other, third)), 'effective')
  assert.deepEqual(messageOf(await withdraw(tukar, one, third)), [400, 'api.already_decided'])
  assert.equal(await holds(), value)
})

test('a newer proposal replaces an open one of the same setting, agreed or not', async (t) => {
  const { tukar, one, other, holds } = await start(t)
  const first = await propose(tukar, one, key, value)
  assert.equal(stateOf(await agree(tukar, other, first)), 'agreed')
  const second = await propose(tukar, other, key, '70000000')
  await ageProposals(tukar, delayMinutes)
  assert.deepEqual(messageOf(await agree(tukar, one, first)), [400, 'api.already_decided'])
  assert.equal(stateOf(await agree(tukar, one, second)), 'effective')
  assert.equal(await holds(), '70000000')
  const states = (await proposalsOf(tukar, one)).map(({ id, state }) => [id, state])
  assert.deepEqual(states, [
    [second, 'effective'],
    [first, 'superseded'],
  ])
})

test('one of many concurrent proposals for a setting on two nodes stays open', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const [admin, other] = [await makeIndependentAdmin(tukar), await makeIndependentAdmin(tukar)]
  const version = await versionAt(tukar, admin, `settings/${key}`)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => {
      const [node] = tukar.nodes.slice(index % 2)
      const { token } = index % 2 === 0 ? admin : other
      return send(node?.url ?? '', 'PUT', `/operator/api/settings/${key}`, {
        token,
        body: { value: `${60 + index}000000`, version, reason: 'faster' },
      })
    }),
  )
  assert.deepEqual(answers.map(messageOf), Array(10).fill([200, 'api.content_saved']))
  const states = (await proposalsOf(tukar, admin)).map(({ state }) => state)
  assert.deepEqual(states, ['proposed', ...Array(9).fill('superseded')])
})

test('a proposal without agreement for a week expires', async (t) => {
  const { tukar, one, other, holds, becomes } = await start(t)
  const id = await propose(tukar, one, key, value)
  await ageProposals(tukar, delayMinutes + 7 * 1_440)
  const late = await agree(tukar, other, id)
  assert.ok(['api.proposal_void', 'api.already_decided'].includes(late.body.message))
  await becomes('expired')
  assert.equal(await holds(), before)
})

test('proposals are read by finance, in pages, by state', async (t) => {
  const { tukar, one, other } = await start(t)
  const finance = await makeOperator(tukar, 'finance', one)
  const ids = [
    await propose(tukar, one, key, value),
    await propose(tukar, one, 'withdrawal.gate_seconds', '20'),
  ]
  await withdraw(tukar, other, ids[0] ?? 0)
  const idsOf = async (query: string) =>
    (await proposalsOf(tukar, finance, query)).map(({ id }) => id)
  assert.deepEqual(await idsOf(''), ids.toReversed())
  assert.deepEqual(await idsOf('&state=withdrawn'), ids.slice(0, 1))
  assert.deepEqual(await idsOf('&kind=supply-cap'), [])
  const page = `/operator/api/proposals?limit=1&cursor=${ids[1]}`
  const second = await tukar.call('GET', page, { token: finance.token })
  assert.deepEqual(
    second.body.data.data.map((one: { id: number }) => one.id),
    ids.slice(0, 1),
  )
  const shown = await tukar.call('GET', `/operator/api/proposals/${ids[1]}`, finance)
  assert.deepEqual([shown.body.data.id, shown.body.data.value], [ids[1], '20'], shown.text)
})
