import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, eventually, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { keyGiven, signInOn } from '../../../tests/make/device.ts'
import { hurryJobs } from '../../../tests/make/due-jobs.ts'
import { allSent, mailsArrived, mailsTo } from '../../../tests/make/mails.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { spendOtp } from '../../../tests/make/spend-otp.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { enqueueAskedMail } from '../../core/outbox/asked-mail.ts'
import { enqueueJob } from '../../core/outbox/queue.ts'
import { issueOtp } from '../../platform/access/one-time-codes/otp.ts'
import { codeMail } from '../../platform/access/one-time-codes/otp-mail.ts'

const requestCode = (tukar: Tukar, email: unknown) =>
  tukar.call('POST', '/api/email/otp-code', { body: { email } })

const sent = [200, 'api.email_otp_sent']
const throttled = [429, 'api.otp_code_request_throttle']

/** Returns a function that requests a code from any address. */
async function asker(t: TestContext, tukar: Tukar) {
  const url = await startProxiedNode(t, tukar)
  return (ip: string, email: string, more: Readonly<Record<string, string>> = {}) =>
    send(url, 'POST', '/api/email/otp-code', {
      body: { email },
      headers: { ...more, 'x-forwarded-for': ip },
    })
}

const codeOf = (text: string | undefined): string => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? ''

test('the owner of an address gets a code of 6 digits that works once', async (t) => {
  const tukar = await startTukar(t)
  const { id, email } = await makeTrader(tukar)
  const answer = await requestCode(tukar, ` ${email.toUpperCase()} `)
  assert.deepEqual(messageOf(answer), sent)
  assert.equal('data' in answer.body, false)
  const [mail] = await mailsArrived(tukar, email, 1)
  const code = codeOf(mail?.text)
  assert.match(code, /^\d{6}$/)
  const claim = { purpose: 'email', identity: email, user: id, code } as const
  assert.equal(await spendOtp(tukar.service.ctx, claim), 'matched')
  assert.equal(await spendOtp(tukar.service.ctx, claim), 'wrong')
})

test('the mail is in the language of the account', async (t) => {
  const tukar = await startTukar(t)
  const { id, email } = await makeTrader(tukar)
  const { db } = tukar.service.ctx
  await sql`update users set language = 'id' where id = ${id}`.execute(db.read)
  assert.deepEqual(messageOf(await requestCode(tukar, email)), sent)
  const [mail] = await mailsArrived(tukar, email, 1)
  assert.equal(mail?.subject, 'Kode Tukar Anda')
})

test('an unknown address gets the same response, and no mail', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const unknownEmail = 'nobody@tukar.test'
  const [known, unknown] = [await requestCode(tukar, email), await requestCode(tukar, unknownEmail)]
  assert.equal(unknown.text, known.text)
  assert.equal(unknown.status, known.status)
  const names = ({ headers }: Answer) => [...headers.keys()]
  assert.deepEqual(names(unknown), names(known))
  await mailsArrived(tukar, email, 1)
  await allSent(tukar)
  assert.deepEqual(await mailsTo(tukar, unknownEmail), [])
})

test('a user who registers an address later cannot use its earlier codes', async (t) => {
  const tukar = await startTukar(t)
  const email = 'later@tukar.test'
  await requestCode(tukar, email)
  await allSent(tukar)
  const { id } = await makeTrader(tukar, email)
  const codes = await sql`
    select from otp_codes where user_id = ${id}`.execute(tukar.service.ctx.db.read)
  assert.equal(codes.rows.length, 0)
})

test('no code is stored in clear in a job or a row', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  await allSent(tukar)
  const { db } = tukar.service.ctx
  // Records every job enqueued from here on, since jobs are deleted when they are done.
  await sql`create table seen (payload text)`.execute(db.read)
  await sql`
    create function see() returns trigger language plpgsql as $$
      begin insert into seen values (new.payload::text); return new; end $$`.execute(db.read)
  await sql`
    create trigger see before insert on graphile_worker._private_jobs
      for each row execute function see()`.execute(db.read)
  await requestCode(tukar, email)
  const [mail] = await mailsArrived(tukar, email, 1)
  const code = codeOf(mail?.text)
  assert.match(code, /^\d{6}$/)
  const rows = await sql<{ text: string }>`
    select payload as text from seen union all
    select encode(mac, 'hex') from otp_codes`.execute(db.read)
  assert.ok(rows.rows.length >= 3)
  for (const { text } of rows.rows) assert.ok(!text.includes(`"${code}"`) && text !== code, text)
})

test('a request stores the same for every address, and never the address itself', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const unknownEmail = email.replace('trader', 'nobody')
  await allSent(tukar)
  const { db } = tukar.service.ctx
  await sql`create table seen (job text, payload text)`.execute(db.read)
  await sql`
    create function see() returns trigger language plpgsql as $$
      begin
        insert into seen select t.identifier, new.payload::text
          from graphile_worker._private_tasks t where t.id = new.task_id;
        return new;
      end $$`.execute(db.read)
  await sql`
    create trigger see before insert on graphile_worker._private_jobs
      for each row execute function see()`.execute(db.read)
  const sizes: number[] = []
  const ways = [
    (address: string) => requestCode(tukar, address),
    (address: string) =>
      tukar.call('POST', '/api/auth/password-token', { body: { email: address } }),
    (address: string) => tukar.call('GET', `/api/auth/email-resend?email=${address}`),
  ]
  for (const way of ways) {
    for (const address of [email, unknownEmail]) {
      await sql`truncate seen`.execute(db.read)
      assert.equal((await way(address)).status, 200)
      const seen = await sql<{ job: string; payload: string }>`
        select job, payload from seen where job <> 'send-urgent-mails'`.execute(db.read)
      const [job, ...more] = seen.rows
      assert.equal(job?.job, 'mail-asked')
      assert.deepEqual(more, [])
      assert.ok(!job.payload.includes(address))
      sizes.push(job.payload.length)
      await allSent(tukar)
    }
  }
  assert.deepEqual(
    sizes.filter((_, at) => at % 2 === 0),
    sizes.filter((_, at) => at % 2 === 1),
  )
  const codes = await sql`select from otp_codes where identity = ${unknownEmail}`.execute(db.read)
  assert.equal(codes.rows.length, 0)
})

test('a code with a mail delayed beyond its expiry is not mailed any more', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  await allSent(tukar)
  const { db } = tukar.service.ctx
  await tukar.control('POST', '/faults', { provider: 'mail', fault: 'error-500', times: 1 })
  assert.deepEqual(messageOf(await requestCode(tukar, email)), sent)
  await eventually('a mail that failed', async () => {
    const failed = await sql`
      select from graphile_worker.jobs where attempts = 1 and locked_at is null`.execute(db.read)
    return failed.rows.length === 1
  })
  await sql`update otp_codes set expires_at = now()`.execute(db.read)
  await hurryJobs(db)
  await allSent(tukar)
  assert.equal((await mailsTo(tukar, email)).length, 0)
})

test('a code that was used before its mail went out is not mailed', async (t) => {
  const tukar = await startTukar(t)
  const { id, email } = await makeTrader(tukar)
  await allSent(tukar)
  const { ctx } = tukar.service
  const owner = { purpose: 'email', identity: email, user: id } as const
  const enqueued = async (key: string, isUsed: boolean) => {
    const code = await ctx.db.inTransaction((tx) => issueOtp(tx, ctx, owner))
    if (isUsed) assert.equal(await spendOtp(ctx, { ...owner, code }), 'matched')
    const mail = codeMail(ctx, key, { ...owner, code })
    await ctx.db.inTransaction((tx) => enqueueJob(tx, 'send-urgent-mails', [mail]))
    await allSent(tukar)
  }
  await enqueued('used', true)
  assert.equal((await mailsTo(tukar, email)).length, 0)
  await enqueued('unused', false)
  assert.equal((await mailsTo(tukar, email)).length, 1)
})

test("a request older than a code's lifetime makes and mails none", async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  await allSent(tukar)
  const { ctx } = tukar.service
  const askedAgo = (seconds: number) => {
    const clock = { ...ctx.clock, now: () => new Date(ctx.clock.now().getTime() - seconds * 1_000) }
    return ctx.db.inTransaction((tx) => enqueueAskedMail(tx, { ...ctx, clock }, 'email-otp', email))
  }
  await askedAgo(301)
  await allSent(tukar)
  assert.equal((await mailsTo(tukar, email)).length, 0)
  const codes = await sql`select from otp_codes`.execute(ctx.db.read)
  assert.equal(codes.rows.length, 0)
  await askedAgo(290)
  await mailsArrived(tukar, email, 1)
})

test('three of a hundred requests at once for one address are accepted', async (t) => {
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
  assert.deepEqual(messageOf(refused), throttled)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal(answers.filter(({ status }) => status === 429).length, 97)
})

test('unknown addresses are throttled alike', async (t) => {
  const tukar = await startTukar(t)
  const answers: Answer[] = []
  for (let time = 0; time < 4; time += 1)
    answers.push(await requestCode(tukar, 'nobody@tukar.test'))
  assert.deepEqual(answers.map(messageOf), [sent, sent, sent, throttled])
})

test('an address gets at most ten codes an hour, over all endpoints', async (t) => {
  const tukar = await startTukar(t)
  const from = await asker(t, tukar)
  const answers: Answer[] = []
  for (let time = 0; time < 11; time += 1) {
    answers.push(await from(`203.0.113.${time}`, 'nobody@tukar.test'))
  }
  assert.deepEqual(answers.slice(0, 10).map(messageOf), Array(10).fill(sent))
  assert.deepEqual(messageOf(answers[10] ?? assert.fail()), throttled)
  assert.deepEqual(messageOf(await from('203.0.113.99', 'other@tukar.test')), sent)
})

test('an invalid address or one with a header is refused, and nothing is mailed', async (t) => {
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
    const answer = await requestCode(tukar, email)
    assert.equal(answer.status, 400, JSON.stringify(email))
    assert.match(answer.body.message, /^The email field /)
  }
  const rows = await sql`select from otp_codes`.execute(tukar.service.ctx.db.read)
  assert.equal(rows.rows.length, 0)
})

test('strangers who use up the codes of an address leave its owner ten of their own', async (t) => {
  const tukar = await startTukar(t)
  const ask = await asker(t, tukar)
  const trader = await makeTrader(tukar)
  const { email, token } = trader
  const deviceKey = keyGiven(await signInOn(tukar, email))
  for (let network = 0; network < 10; network += 1) {
    assert.deepEqual(messageOf(await ask(`203.0.113.${network}`, email)), sent)
  }
  assert.deepEqual(messageOf(await ask('203.0.114.1', email)), throttled)
  const stranger = await makeTrader(tukar)
  const askAs = (ip: string, more: Readonly<Record<string, string>>) => ask(ip, email, more)
  const bearer = (one: string) => ({ authorization: `Bearer ${one}` })
  assert.deepEqual(messageOf(await askAs('203.0.114.2', bearer(stranger.token))), throttled)
  const invented = { 'x-device-key': `xdk_${'A'.repeat(43)}` }
  assert.deepEqual(messageOf(await askAs('203.0.114.3', invented)), throttled)
  for (let network = 0; network < 10; network += 1) {
    const own = network % 2 === 0 ? bearer(token) : { 'x-device-key': deviceKey }
    assert.deepEqual(messageOf(await askAs(`198.51.100.${network}`, own)), sent)
  }
  assert.deepEqual(messageOf(await askAs('198.51.101.1', bearer(token))), throttled)
})

test('neighbours who use up the codes of a network keep no owner from a code', async (t) => {
  const tukar = await startTukar(t)
  const { email, token } = await makeTrader(tukar)
  const deviceKey = keyGiven(await signInOn(tukar, email))
  // The count after three hundred requests of strangers for invented addresses.
  const rule = { name: 'otps-and-registrations', points: 1_000, windowSeconds: 3_600 }
  await tukar.service.ctx.counters.take(rule, '127.0.0.1', 300)
  assert.deepEqual(messageOf(await requestCode(tukar, email)), throttled)
  const path = '/api/email/otp-code'
  const own = [{ token }, { headers: { 'x-device-key': deviceKey } }]
  for (const one of own) {
    assert.deepEqual(messageOf(await tukar.call('POST', path, { body: { email }, ...one })), sent)
  }
  const withdrawing = await tukar.call('GET', '/api/withdraws/otp', { token })
  assert.deepEqual(messageOf(withdrawing), [200, 'api.withdraw_code_sent_successfully'])
})
