import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { allSent, mailsArrived, mailsTo } from '../../../tests/make/mails.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { spendOtp } from '../../access/otp.ts'
import { userId } from '../../base/ids.ts'

const ask = (tukar: Tukar, email: unknown) =>
  tukar.call('POST', '/api/email/otp-code', { body: { email } })

const said = ({ status, body }: Answer) => [status, body?.message]
const sent = [200, 'api.email_otp_sent']
const throttled = [429, 'api.otp_code_request_throttle']

/** Asks from any address. */
async function asker(t: TestContext, tukar: Tukar) {
  const url = await startProxiedNode(t, tukar)
  return (ip: string, email: string) =>
    send(url, 'POST', '/api/email/otp-code', {
      body: { email },
      headers: { 'x-forwarded-for': ip },
    })
}

const codeOf = (text: string | undefined): string => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? ''

test('the owner of an address gets a code of 6 digits that works once', async (t) => {
  const tukar = await startTukar(t)
  const { id, email } = await makeTrader(tukar)
  const answer = await ask(tukar, ` ${email.toUpperCase()} `)
  assert.deepEqual(said(answer), sent)
  assert.equal('data' in answer.body, false)
  const [mail] = await mailsArrived(tukar, email, 2)
  const code = codeOf(mail?.text)
  assert.match(code, /^\d{6}$/)
  const claim = { purpose: 'email', identity: email, user: userId(id), code } as const
  assert.equal(await spendOtp(tukar.service.ctx, claim), 'matched')
  assert.equal(await spendOtp(tukar.service.ctx, claim), 'wrong')
})

test('the mail is in the language of the account', async (t) => {
  const tukar = await startTukar(t)
  const { id, email } = await makeTrader(tukar)
  const { db } = tukar.service.ctx
  await sql`update users set language = 'id' where id = ${id}`.execute(db.read)
  assert.deepEqual(said(await ask(tukar, email)), sent)
  const [mail] = await mailsArrived(tukar, email, 2)
  assert.equal(mail?.subject, 'Kode Tukar Anda')
})

test('an address of nobody gets the same answer, and no mail', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const nobody = 'nobody@tukar.test'
  const [known, unknown] = [await ask(tukar, email), await ask(tukar, nobody)]
  assert.equal(unknown.text, known.text)
  assert.equal(unknown.status, known.status)
  const names = ({ headers }: Answer) => [...headers.keys()]
  assert.deepEqual(names(unknown), names(known))
  await mailsArrived(tukar, email, 2)
  await allSent(tukar)
  assert.deepEqual(await mailsTo(tukar, nobody), [])
})

test('whoever registers an address later has no code of before', async (t) => {
  const tukar = await startTukar(t)
  const email = 'later@tukar.test'
  await ask(tukar, email)
  const { id } = await makeTrader(tukar, email)
  const codes = await sql`
    select from otp_codes where user_id = ${id}`.execute(tukar.service.ctx.db.read)
  assert.equal(codes.rows.length, 0)
})

test('no code lies in clear in a job or a row', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  await allSent(tukar)
  const { db } = tukar.service.ctx
  // What is enqueued from here on is kept as well, for jobs are deleted once they are done.
  await sql`create table seen (payload text)`.execute(db.read)
  await sql`
    create function see() returns trigger language plpgsql as $$
      begin insert into seen values (new.payload::text); return new; end $$`.execute(db.read)
  await sql`
    create trigger see before insert on graphile_worker._private_jobs
      for each row execute function see()`.execute(db.read)
  await ask(tukar, email)
  const [mail] = await mailsArrived(tukar, email, 2)
  const code = codeOf(mail?.text)
  assert.match(code, /^\d{6}$/)
  const rows = await sql<{ text: string }>`
    select payload as text from seen union all
    select encode(mac, 'hex') from otp_codes`.execute(db.read)
  assert.ok(rows.rows.length >= 3)
  for (const { text } of rows.rows) assert.ok(!text.includes(`"${code}"`) && text !== code, text)
})

test('of a hundred requests at once for one address three are taken', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const { email } = await makeTrader(tukar)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      send(tukar.nodes[index % 2]?.url ?? '', 'POST', '/api/email/otp-code', { body: { email } }),
    ),
  )
  const taken = answers.filter(({ status }) => status === 200)
  assert.equal(taken.length, 3)
  const refused = answers.find(({ status }) => status !== 200)
  assert.ok(refused)
  assert.deepEqual(said(refused), throttled)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal(answers.filter(({ status }) => status === 429).length, 97)
})

test('addresses of nobody are throttled alike', async (t) => {
  const tukar = await startTukar(t)
  const answers: Answer[] = []
  for (let time = 0; time < 4; time += 1) answers.push(await ask(tukar, 'nobody@tukar.test'))
  assert.deepEqual(answers.map(said), [sent, sent, sent, throttled])
})

test('an address gets ten codes an hour at most, wherever they are asked for', async (t) => {
  const tukar = await startTukar(t)
  const from = await asker(t, tukar)
  const answers: Answer[] = []
  for (let time = 0; time < 11; time += 1) {
    answers.push(await from(`203.0.113.${time}`, 'nobody@tukar.test'))
  }
  assert.deepEqual(answers.slice(0, 10).map(said), Array(10).fill(sent))
  assert.deepEqual(said(answers[10] ?? assert.fail()), throttled)
  assert.deepEqual(said(await from('203.0.113.99', 'other@tukar.test')), sent)
})

test('what could be a header or no address is refused, and nothing is mailed', async (t) => {
  const tukar = await startTukar(t)
  const wrong = [
    'a@tukar.test\r\nBcc: b@tukar.test',
    'a@tukar.test, b@tukar.test',
    'A <a@tukar.test>',
    'tukar.test',
    '',
    ['a@tukar.test'],
    { email: 'a@tukar.test' },
    7,
    null,
  ]
  for (const email of wrong) {
    const answer = await ask(tukar, email)
    assert.equal(answer.status, 400, JSON.stringify(email))
    assert.match(answer.body.message, /^The email field /)
  }
  const rows = await sql`select from otp_codes`.execute(tukar.service.ctx.db.read)
  assert.equal(rows.rows.length, 0)
})
