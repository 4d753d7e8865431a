import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { allSent, mailsTo } from '../../../tests/make/mails.ts'
import { auditOf, makeFirstAdmin, makeOperator } from '../../../tests/make/operator.ts'
import { insertInquiry } from '../../app/messaging/inquiries.sql.ts'

const sri = 'sri@example.com'
const question = 'Where is my <b>deposit</b>?'

const makeInquiry = ({ service }: Tukar, subject = 'A deposit'): Promise<number> =>
  service.ctx.db.inTransaction((tx) =>
    insertInquiry(tx, {
      subject,
      firstName: 'Sri',
      lastName: 'Rahayu',
      email: sri,
      phone: '0812000001',
      message: question,
    }),
  )

async function supported(tukar: Tukar) {
  const admin = await makeFirstAdmin(tukar)
  const support = await makeOperator(tukar, 'support', admin)
  const at = (path: string) => `/operator/api/inquiries${path}`
  const get = (path: string) => tukar.call('GET', at(path), { token: support.token })
  const post = (path: string, body: object = {}) =>
    tukar.call('POST', at(path), { token: support.token, body })
  const answer = async (id: number, body: object) => {
    const { data } = (await get(`/${id}`)).body
    return post(`/${id}/answer`, { version: data?.version ?? 'unknown', ...body })
  }
  return { admin, support, get, post, answer }
}

test('inquiries are listed newest first by state, without their senders', async (t) => {
  const tukar = await startTukar(t)
  const { get, post } = await supported(tukar)
  const [first, second] = [await makeInquiry(tukar, 'one'), await makeInquiry(tukar, 'two')]
  const page = await get('?limit=1')
  assert.deepEqual(messageOf(page), [200, 'api.inquiries_retrieved'])
  const { createdAt, ...item } = page.body.data.data[0]
  assert.ok(Date.parse(createdAt) > 0)
  assert.deepEqual(item, { id: second, subject: 'two', state: 'open', answers: 0 })
  const next = await get(`?limit=1&cursor=${page.body.data.nextCursor}`)
  assert.deepEqual([next.body.data.data[0].id, next.body.data.nextCursor], [first, null])
  await post(`/${second}/close`)
  const ids = async (state: string) =>
    (await get(`?state=${state}`)).body.data.data.map(({ id }: { id: number }) => id)
  assert.deepEqual([await ids('open'), await ids('closed')], [[first], [second]])
})

test('an answer is kept and mailed to the sender; it stays text', async (t) => {
  const tukar = await startTukar(t)
  const { admin, support, get, answer } = await supported(tukar)
  const id = await makeInquiry(tukar)
  const message = 'It arrived.\n\nSee <i>Wallet</i>.'
  const answered = await answer(id, { message, lang: 'en' })
  assert.deepEqual(messageOf(answered), [200, 'api.inquiry_updated'])
  const { answers, state } = (await get(`/${id}`)).body.data
  assert.equal(state, 'open')
  assert.deepEqual(
    answers.map(({ by, lang, message: kept }: Answer['body']) => [by.email, lang, kept]),
    [[support.email, 'en', message]],
  )
  await allSent(tukar)
  const [mail, ...more] = await mailsTo(tukar, sri)
  assert.deepEqual([mail?.subject, more], ['Re: A deposit', []])
  for (const part of ['Hello,', 'It arrived.', 'See <i>Wallet</i>.', 'Your inquiry:', question]) {
    assert.ok(mail?.text.includes(part), part)
  }
  assert.equal(mail?.replyTo, 'support@sandbox.test')
  const actions = (await auditOf(tukar, admin, '&subjectKind=inquiry')).map(({ action }) => action)
  assert.deepEqual(actions, ['inquiry.look', 'inquiry.answer', 'inquiry.look'])
})

test('the answer to an inquiry that is a reply has one Re: in its subject', async (t) => {
  const tukar = await startTukar(t)
  const { answer } = await supported(tukar)
  for (const subject of ['Re: A deposit', 'RE: re:A deposit', 'Refund', 'Re:']) {
    const id = await makeInquiry(tukar, subject)
    assert.equal((await answer(id, { message: 'Done', lang: 'en' })).status, 200)
  }
  await allSent(tukar)
  const subjects = (await mailsTo(tukar, sri)).map((mail) => mail.subject).toSorted()
  assert.deepEqual(subjects, ['Re: A deposit', 'Re: A deposit', 'Re: Re:', 'Re: Refund'])
})

test('an answer by an operator who has not read the latest one is refused', async (t) => {
  const tukar = await startTukar(t)
  const { support, get, answer } = await supported(tukar)
  const id = await makeInquiry(tukar)
  const { version } = (await get(`/${id}`)).body.data
  assert.equal((await answer(id, { message: 'It arrived.', version })).status, 200)
  const blind = await answer(id, { message: 'It is lost.', version })
  assert.deepEqual(messageOf(blind), [409, 'api.version_conflict'])
  assert.equal(blind.body.conflict.by, support.email)
  assert.equal((await answer(id, { message: 'It is in Wallet.' })).status, 200)
  await allSent(tukar)
  assert.equal((await mailsTo(tukar, sri)).length, 2)
})

test('an inquiry is answered and closed at once, and then takes no more answers', async (t) => {
  const tukar = await startTukar(t)
  const { support, post, answer } = await supported(tukar)
  const id = await makeInquiry(tukar)
  const both = await Promise.all([1, 2].map(() => answer(id, { message: 'Done', close: true })))
  const refused = [400, 'api.nothing_to_change']
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 400])
  const kept = both.find(({ status }) => status === 200)?.body.data
  assert.deepEqual(
    [kept.state, kept.closedBy, kept.answers.length],
    ['closed', { id: support.id, email: support.email }, 1],
  )
  assert.deepEqual(messageOf(await post(`/${id}/close`)), refused)
  assert.deepEqual(messageOf(await answer(id, { message: 'More' })), refused)
  await allSent(tukar)
  assert.equal((await mailsTo(tukar, sri)).length, 1)
})

test('unknown inquiries and empty answers are refused', async (t) => {
  const tukar = await startTukar(t)
  const { get, post, answer } = await supported(tukar)
  const unknown = [404, 'api.inquiry_not_found']
  assert.deepEqual(messageOf(await get('/999')), unknown)
  assert.deepEqual(messageOf(await post('/999/close')), unknown)
  assert.deepEqual(messageOf(await answer(999, { message: 'x' })), unknown)
  const id = await makeInquiry(tukar)
  const empty = await answer(id, { message: ' ' })
  assert.deepEqual(messageOf(empty), [400, 'The message field is required.'])
  const long = await answer(id, { message: 'x'.repeat(5_001) })
  assert.equal(long.status, 400)
})

test('viewers see that there are inquiries, and neither senders nor answers', async (t) => {
  const tukar = await startTukar(t)
  const { admin } = await supported(tukar)
  await makeInquiry(tukar)
  const { token } = await makeOperator(tukar, 'viewer', admin)
  const list = await tukar.call('GET', '/operator/api/inquiries', { token })
  assert.deepEqual(Object.keys(list.body.data.data[0]), [
    'id',
    'subject',
    'state',
    'createdAt',
    'answers',
  ])
})
