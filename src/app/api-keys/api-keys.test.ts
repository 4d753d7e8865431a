import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { callSigned, emailOtp, makeKey, requestKey } from '../../../tests/make/api-key.ts'
import { allSent, mailsTo } from '../../../tests/make/mails.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { sessionsWait } from '../../../tests/make/waiting-sessions.ts'
import { issueOtp } from '../../platform/access/one-time-codes/otp.ts'

const path = '/api/user/api-key'
const notFound = [400, 'api.user_api_key_not_found']
const wrongCode = [400, 'api.email_otp_error']

const times = <Made>(count: number, make: (index: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

const list = (tukar: Tukar, { token }: Trader, query = '') =>
  tukar.call('GET', `${path}${query}`, { token })

const edit = (tukar: Tukar, { token }: Trader, body: unknown) =>
  tukar.call('PUT', path, { token, body })

const remove = (tukar: Tukar, { token }: Trader, body: unknown) =>
  tukar.call('DELETE', path, { token, body })

async function countOf(tukar: Tukar, trader: Trader): Promise<number> {
  return (await list(tukar, trader)).body.data.totalCount
}

test('a key is made for the mailed code, and its pair is shown', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const permissions = ['read', 'trade', 'read']
  const answer = await requestKey(tukar, trader, { permissions, apiName: ' My bot ' })
  assert.deepEqual(messageOf(answer), [200, 'api.generate_key_successful'])
  const { data } = answer.body
  assert.match(data.apiKey, /^xak_[\w-]{27}$/)
  assert.match(data.secretKey, /^[0-9a-f]{64}$/)
  assert.deepEqual([data.apiName, data.permissions, data.ips], ['My bot', ['read', 'trade'], []])
  assert.equal((await callSigned(tukar, data)).body.data.id, trader.id)
})

test('the code requested by mail makes a key', async (t) => {
  const tukar = await startTukar(t)
  const { email, token } = await makeTrader(tukar)
  const asked = await tukar.call('POST', '/api/email/otp-code', { body: { email } })
  assert.deepEqual(messageOf(asked), [200, 'api.email_otp_sent'])
  const emailOtpCode = await eventually('the code', async () => {
    const mails = await mailsTo(tukar, email)
    return mails.map(({ text }) => /\b[0-9]{6}\b/.exec(text)?.[0]).find((code) => code)
  })
  const body = { apiName: 'bot', permissions: ['read'], emailOtpCode }
  const made = await tukar.call('POST', path, { token, body })
  assert.deepEqual(messageOf(made), [200, 'api.generate_key_successful'])
})

test("public code requests do not use up the owner's quota", async (t) => {
  const tukar = await startTukar(t)
  const { email, token } = await makeTrader(tukar)
  const codes = async () => {
    const mails = await mailsTo(tukar, email)
    return mails.flatMap(({ text }) => /\b[0-9]{6}\b/.exec(text)?.[0] ?? [])
  }
  const requestCodes = async (count: number) => {
    await tukar.call('POST', '/api/email/otp-code', { body: { email } })
    const [newest] = await eventually('a code', async () => {
      const found = await codes()
      return found.length === count && found
    })
    return newest
  }
  const [own, others] = [await requestCodes(1), await requestCodes(2)]
  const make = (emailOtpCode: string | undefined) =>
    tukar.call('POST', path, {
      token,
      body: { apiName: 'bot', permissions: ['read'], emailOtpCode },
    })
  assert.deepEqual(messageOf(await make(own)), [200, 'api.generate_key_successful'])
  assert.deepEqual(messageOf(await make(others)), wrongCode)
})

test('neither a key nor its secret is stored in clear, and the list shows no secret', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader)
  const stored = await sql<{ row: string }>`
    select to_jsonb(k)::text as row from api_keys k
    union all select payload::text from graphile_worker._private_jobs`.execute(
    tukar.service.ctx.db.read,
  )
  const listed = await list(tukar, trader)
  assert.deepEqual(messageOf(listed), [200, 'api.list_api_key_successful'])
  const texts = [...stored.rows.map(({ row }) => row), listed.text]
  const bytes = Buffer.from(key.apiKey.slice(4), 'base64url').toString('hex')
  for (const text of texts) {
    for (const secret of [key.apiKey, key.secretKey, bytes]) assert.ok(!text.includes(secret), text)
  }
  const [shown] = listed.body.data.data
  const { apiKey } = key
  assert.equal(shown.apiKey, `${apiKey.slice(0, 8)}********${apiKey.slice(-4)}`)
  assert.equal('secretKey' in shown, false)
})

test('a wrong, missing or foreign code makes no key', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const code = await emailOtp(tukar, trader)
  const wrong = code === '000000' ? '000001' : '000000'
  const asked = { apiName: 'bot', permissions: ['read'] }
  const make = ({ token }: Trader, emailOtpCode: unknown) =>
    tukar.call('POST', path, { token, body: { ...asked, emailOtpCode } })
  assert.deepEqual(messageOf(await make(trader, wrong)), wrongCode)
  assert.deepEqual(messageOf(await make(other, code)), wrongCode)
  assert.deepEqual(messageOf(await make(trader, '')), [
    400,
    'The email otp code field is required.',
  ])
  assert.equal(await countOf(tukar, trader), 0)
  assert.equal((await make(trader, code)).status, 200)
  assert.deepEqual(messageOf(await make(trader, code)), wrongCode)
})

test('one of many requests with one code, at once and on two nodes, makes a key', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeTrader(tukar)
  const emailOtpCode = await emailOtp(tukar, trader)
  const body = JSON.stringify({ apiName: 'bot', permissions: ['read'], emailOtpCode })
  const answers = await times(10, async (index) => {
    const url = new URL(path, tukar.nodes[index % 2]?.url)
    const headers = { authorization: `Bearer ${trader.token}`, 'content-type': 'application/json' }
    return (await fetch(url, { method: 'POST', headers, body })).status
  })
  assert.equal(answers.filter((status) => status === 200).length, 1)
  assert.equal(answers.filter((status) => status === 400).length, 9)
  assert.equal(await countOf(tukar, trader), 1)
})

test('a code by phone counts when given, and a refused one leaves the mailed code', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { ctx } = tukar.service
  const phone = '+6281200000001'
  const refused = [400, 'api.otp_verification_code_invalid']
  const body = {
    apiName: 'bot',
    permissions: ['read'],
    emailOtpCode: await emailOtp(tukar, trader),
  }
  const make = (phoneOtpCode?: string) =>
    tukar.call('POST', path, { token: trader.token, body: { ...body, phoneOtpCode } })
  assert.deepEqual(messageOf(await make('123456')), refused)
  await sql`update users set phone = ${phone} where id = ${trader.id}`.execute(ctx.db.read)
  const code = await ctx.db.inTransaction((tx) =>
    issueOtp(tx, ctx, { purpose: 'sms', identity: phone, user: trader.id }),
  )
  assert.deepEqual(messageOf(await make(code === '000000' ? '000001' : '000000')), refused)
  assert.equal(await countOf(tukar, trader), 0)
  assert.equal((await make(code)).status, 200)
})

test('permissions come from a closed, short list, and a bad field has its sentence', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const cases: readonly (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
    [{ permissions: ['*'] }, /^The selected permissions\.0 is invalid\.$/],
    [{ permissions: ['read', 'admin'] }, /^The selected permissions\.1 is invalid\.$/],
    [{ permissions: [['read']] }, /^The selected permissions\.0 is invalid\.$/],
    [{ permissions: ['constructor'] }, /^The selected permissions\.0 is invalid\.$/],
    [{ permissions: [] }, /^The permissions field is required\.$/],
    [{ permissions: undefined }, /^The permissions field is required\.$/],
    [{ permissions: 'read' }, /^The permissions field must be an array\.$/],
    [{ permissions: Array(17).fill('read') }, /^The permissions field must not have more than 16/],
    [{ ips: ['10.0.0.0/33'] }, /^The ips\.0 field must be an IP address or network\.$/],
    [{ ips: ['fe80::1%eth0'] }, /^The ips\.0 field must be an IP address or network\.$/],
    [{ ips: ['here'] }, /^The ips\.0 field must be an IP address or network\.$/],
    [{ ips: Array(21).fill('10.0.0.1') }, /^The ips field must not have more than 20 items\.$/],
    [{ apiName: ' ' }, /^The api name field is required\.$/],
    [{ apiName: 'x'.repeat(101) }, /^The api name field must not be greater than 100 characters/],
  ]
  for (const [body, sentence] of cases) {
    const answer = await requestKey(tukar, trader, body)
    assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 100))
    assert.match(answer.body.message, sentence)
  }
  const many = await requestKey(tukar, trader, { permissions: Array(10_000).fill('read') })
  assert.deepEqual(messageOf(many), [413, 'api.payload_too_large'])
  assert.equal(await countOf(tukar, trader), 0)
})

test('a user has at most twenty keys, and one key too many costs no code', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { ctx } = tukar.service
  await sql`
    insert into api_keys (user_id, name, key_digest, masked_key, sealed_secret, permissions)
    select ${trader.id}, 'k', sha256(n::text::bytea), '', '', array['read']
    from generate_series(1, 19) n`.execute(ctx.db.read)
  const { apiKeyId, apiKey } = await makeKey(tukar, trader)
  const emailOtpCode = await emailOtp(tukar, trader)
  const make = () =>
    tukar.call('POST', path, {
      token: trader.token,
      body: { apiName: 'bot', permissions: ['read'], emailOtpCode },
    })
  assert.deepEqual(messageOf(await make()), [400, 'api.api_key_limit'])
  assert.equal(await countOf(tukar, trader), 20)
  await remove(tukar, trader, { apiKeyId, apiKey })
  assert.equal((await make()).status, 200)
})

test('an edit makes a new pair with other permissions; the former one ends at once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader, { ips: ['127.0.0.5/8'] })
  const { apiKeyId, apiKey, secretKey } = key
  const code = { emailOtpCode: await emailOtp(tukar, trader) }
  const wanted = { apiKeyId, apiKey, permissions: ['trade', 'read'], ...code }
  const answer = await edit(tukar, trader, wanted)
  assert.deepEqual(messageOf(answer), [200, 'api.edit_api_key_successful'])
  const { data } = answer.body
  assert.deepEqual([data.apiKeyId, data.permissions], [apiKeyId, ['trade', 'read']])
  assert.deepEqual(data.ips, ['127.0.0.0/8'])
  assert.notEqual(data.apiKey, apiKey)
  assert.notEqual(data.secretKey, secretKey)
  assert.equal((await callSigned(tukar, key)).status, 401)
  assert.equal((await callSigned(tukar, data)).status, 200)
  const again = { apiKeyId: `${apiKeyId}`, apiKey: data.apiKey, permissions: ['trade'], ips: [] }
  const secret = { secretKey: data.secretKey, emailOtpCode: await emailOtp(tukar, trader) }
  const second = await edit(tukar, trader, { ...again, ...secret })
  assert.deepEqual([second.status, second.body.data.ips], [200, []])
  assert.equal(await countOf(tukar, trader), 1)
})

test('a lost response to an edit leaves the key deletable by its old name', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { apiKeyId, apiKey } = await makeKey(tukar, trader)
  const wanted = { apiKeyId, apiKey, permissions: ['read'] }
  const lost = await edit(tukar, trader, wanted)
  assert.deepEqual(messageOf(await edit(tukar, trader, wanted)), notFound)
  const deleted = await remove(tukar, trader, { apiKeyId, apiKey })
  assert.deepEqual(messageOf(deleted), [200, 'api.delete_api_key_successful'])
  assert.equal((await callSigned(tukar, lost.body.data)).status, 401)
})

test('one of several concurrent edits wins, and exactly one pair works after them', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader)
  const { apiKeyId, apiKey } = key
  const body = { apiKeyId, apiKey, permissions: ['read'] }
  const answers = await times(8, () => edit(tukar, trader, body))
  const won = answers.filter(({ status }) => status === 200)
  assert.equal(won.length, 1)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assert.deepEqual(messageOf(answer), notFound)
  }
  assert.equal((await callSigned(tukar, won[0]?.body.data)).status, 200)
  assert.equal((await callSigned(tukar, key)).status, 401)
})

test('a key is found by its owner, its number and its name together', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const key = await makeKey(tukar, trader)
  const { apiKeyId, apiKey } = key
  const second = await makeKey(tukar, trader)
  const ids = ['1 OR 1=1', '9223372036854775808', `0${apiKeyId}`, `${apiKeyId}x`, '-1', '1e0', '٢']
  const others = [
    { apiKeyId: second.apiKeyId, apiKey },
    { apiKeyId, apiKey: second.apiKey },
    { apiKeyId, apiKey: `${apiKey}x` },
    ...ids.map((id) => ({ apiKeyId: id, apiKey })),
  ]
  const permissions = ['withdraw']
  for (const names of others) {
    assert.deepEqual(messageOf(await edit(tukar, trader, { ...names, permissions })), notFound)
    assert.deepEqual(messageOf(await remove(tukar, trader, names)), notFound)
  }
  const own = { apiKeyId, apiKey }
  assert.deepEqual(messageOf(await edit(tukar, other, { ...own, permissions })), notFound)
  assert.deepEqual(messageOf(await remove(tukar, other, own)), notFound)
  const guessed = { ...own, permissions, secretKey: second.secretKey }
  assert.deepEqual(messageOf(await edit(tukar, trader, guessed)), notFound)
  const fraction = await remove(tukar, trader, { apiKeyId: 1.5, apiKey })
  assert.deepEqual(messageOf(fraction), [400, 'The api key id field must be a string.'])
  assert.equal((await callSigned(tukar, key)).status, 200)
})

test('a deleted key opens nothing, and is not deleted twice', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader)
  const names = { apiKeyId: `${key.apiKeyId}`, apiKey: key.apiKey }
  assert.deepEqual(messageOf(await remove(tukar, trader, names)), [
    200,
    'api.delete_api_key_successful',
  ])
  assert.equal((await callSigned(tukar, key)).status, 401)
  assert.deepEqual(messageOf(await remove(tukar, trader, names)), notFound)
})

test('the list has pages and an order, and holds the caller’s keys only', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  for (const apiName of ['b', 'a', 'c']) await makeKey(tukar, trader, { apiName })
  await makeKey(tukar, other, { apiName: 'z' })
  const names = async (query: string) =>
    (await list(tukar, trader, query)).body.data.data.map(
      ({ apiName }: Readonly<{ apiName: string }>) => apiName,
    )
  assert.deepEqual(await names(''), ['c', 'a', 'b'])
  assert.deepEqual(await names('?sort=asc'), ['b', 'a', 'c'])
  assert.deepEqual(await names('?sortBy=apiName&sort=asc&limit=2'), ['a', 'b'])
  assert.deepEqual(await names('?sortBy=apiName&sort=asc&limit=2&offset=2'), ['c'])
  assert.equal(await countOf(tukar, trader), 3)
})

test('no key is made for an account that is suspended meanwhile', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { ctx } = tukar.service
  const emailOtpCode = await emailOtp(tukar, trader)
  const body = { apiName: 'bot', permissions: ['read'], emailOtpCode }
  const made = await ctx.db.inTransaction(async (tx) => {
    await sql`select 1 from users where id = ${trader.id} for update`.execute(tx)
    const pending = tukar.call('POST', path, { token: trader.token, body })
    await waitingForLock(tukar)
    await sql`update users set suspended_at = now() where id = ${trader.id}`.execute(tx)
    return { asking: pending }
  })
  assert.deepEqual(messageOf(await made.asking), [403, 'auth.account_suspended'])
  const left = await sql`select 1 from api_keys`.execute(ctx.db.read)
  assert.equal(left.rows.length, 0)
})

const waitingForLock = ({ service: { ctx } }: Tukar) => sessionsWait(ctx.db, 1, '%no key update%')

test('a suspended account has no keys left', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader)
  const { token, password } = trader
  const answer = await tukar.call('POST', '/api/user/suspend', { token, body: { password } })
  assert.deepEqual(messageOf(answer), [200, 'api.user_suspended'])
  assert.deepEqual(messageOf(await callSigned(tukar, key)), [401, 'auth.unauthenticated'])
  const left = await sql`select 1 from api_keys`.execute(tukar.service.ctx.db.read)
  assert.equal(left.rows.length, 0)
})

test('the owner gets a mail for every key that is made, changed or deleted', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { apiKeyId, apiKey } = await makeKey(tukar, trader)
  const edited = await edit(tukar, trader, { apiKeyId, apiKey, permissions: ['read'] })
  await remove(tukar, trader, { apiKeyId, apiKey: edited.body.data.apiKey })
  await remove(tukar, trader, { apiKeyId, apiKey: edited.body.data.apiKey })
  await allSent(tukar)
  const subjects = (await mailsTo(tukar, trader.email)).map(({ subject }) => subject)
  const aboutKeys = subjects.filter((subject) => subject.includes('API key')).toSorted()
  assert.deepEqual(aboutKeys, [
    'An API key was changed',
    'An API key was created',
    'An API key was deleted',
  ])
})
