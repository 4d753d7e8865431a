import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  cardOf,
  identityBecomes,
  makeNik,
  proveFace,
  readCard,
} from '../../../tests/make/identity.ts'
import { auditOf, makeOperator } from '../../../tests/make/operator.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'

type By = Readonly<{ token: string }>

async function read(tukar: Tukar, { token }: By, path: string): Promise<Answer['body']> {
  const answer = await tukar.call('GET', `/operator/api/identities${path}`, { token })
  expectOk(answer)
  return answer.body.data
}

async function prove(tukar: Tukar, nik: string, status: string) {
  const trader = await makeTrader(tukar)
  expectOk(await readCard(tukar, trader, { ktp_image: cardOf(nik) }))
  expectOk(await proveFace(tukar, trader))
  await identityBecomes(tukar, trader, status)
  return trader
}

test('support sees the card and pictures of a registration, a viewer does not', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const support = await makeOperator(tukar, 'support')
  const nik = makeNik()
  const trader = await prove(tukar, nik, 'success')
  const { data } = await read(tukar, viewer, '')
  assert.deepEqual(
    data.map((one: { userId: number; status: string; undecided: boolean }) => [
      one.userId,
      one.status,
      one.undecided,
    ]),
    [[trader.id, 'SUCCESS', false]],
  )
  const [{ id }] = data
  const hidden = await read(tukar, viewer, `/${id}`)
  assert.deepEqual([hidden.card, hidden.pictures], [null, null])
  assert.ok(!JSON.stringify(hidden).includes(nik))
  assert.equal(hidden.outcome.status, 'registered')
  const shown = await read(tukar, support, `/${id}`)
  assert.equal(shown.card.nik, nik)
  assert.deepEqual(
    shown.pictures.map(({ kind }: { kind: string }) => kind),
    ['card', 'face', 'face'],
  )
  const picture = await fetch(shown.pictures[0].url)
  assert.match(picture.headers.get('content-type') ?? '', /^image\//)
  assert.deepEqual(shown.duplicates, [])
  const views = await auditOf(tukar, viewer, `&subjectKind=user&subjectId=${trader.id}`)
  assert.deepEqual(
    views.map(({ operator, action }) => [operator.id, action]),
    [
      [viewer.id, 'identity.look'],
      [support.id, 'identity.look-pictures'],
    ],
  )
  assert.deepEqual(messageOf(await tukar.call('GET', '/operator/api/identities/999999', viewer)), [
    404,
    'api.identity_not_found',
  ])
})

test('a card that two accounts used leads from each of them to the other', async (t) => {
  const tukar = await startTukar(t)
  const support = await makeOperator(tukar, 'support')
  const nik = makeNik()
  const first = await prove(tukar, nik, 'success')
  const second = await prove(tukar, nik, 'failed')
  const { data } = await read(tukar, support, '')
  const others = await Promise.all(
    data.map(async ({ id }: { id: number }) => {
      const { userId, duplicates } = await eventually('a duplicate', async () => {
        const details = await read(tukar, support, `/${id}`)
        return details.duplicates.length > 0 && details
      })
      return [userId, duplicates.map((one: { userId: number }) => one.userId)]
    }),
  )
  assert.deepEqual(others, [
    [second.id, [first.id]],
    [first.id, [second.id]],
  ])
  const failed = await read(tukar, support, '?status=FAILED')
  assert.deepEqual(
    failed.data.map(({ userId }: { userId: number }) => userId),
    [second.id],
  )
  const own = await read(tukar, support, `?user=${first.id}`)
  assert.equal(own.data.length, 1)
  const page = await read(tukar, support, '?limit=1')
  const next = await read(tukar, support, `?limit=1&cursor=${page.nextCursor}`)
  assert.deepEqual([next.data[0].userId, next.nextCursor], [first.id, null])
})

test('an undecided registration is queried again soon, a decided one is not', async (t) => {
  const tukar = await startTukar(t)
  const support = await makeOperator(tukar, 'support')
  await prove(tukar, makeNik(), 'success')
  const trader = await prove(tukar, makeNik('0003'), 'pending')
  const { data } = await read(tukar, support, '?undecided=true')
  assert.deepEqual(
    data.map(({ userId }: { userId: number }) => userId),
    [trader.id],
  )
  const query = (id: number) =>
    tukar.call('POST', `/operator/api/identities/${id}/query`, {
      token: support.token,
      body: { reason: 'the user wrote' },
    })
  assert.deepEqual(messageOf(await query(data[0].id)), [200, 'api.identity_queried'])
  const all = await read(tukar, support, '?sort=asc')
  assert.deepEqual(messageOf(await query(all.data[0].id)), [400, 'api.nothing_to_change'])
  assert.deepEqual(messageOf(await query(999_999)), [404, 'api.identity_not_found'])
  const [entry] = await auditOf(tukar, support, '&action=identity.query')
  assert.deepEqual(entry.after, { registration: data[0].id, reason: 'the user wrote' })
})
