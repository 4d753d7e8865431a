import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  allSent,
  mailsArrived,
  mailsTo,
  verificationIn,
  verificationOf,
} from '../../../tests/make/mails.ts'
import { password } from '../../../tests/make/trader.ts'
import { sealText } from '../../base/secrets/app-keys.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import { findUserByEmail } from '../../core/users/users.sql.ts'
import { mintVerificationLink } from './verification-link.ts'

const email = 'new@tukar.test'
const linkPath = '/api/auth/email-verify/'

/** Registers an address; returns the path of its verification link. */
async function register(tukar: Tukar, address = email): Promise<string> {
  const body = { email: address, password, password_confirmation: password, language: 'en' }
  const answer = await tukar.call('POST', '/api/auth/register', { body })
  assert.equal(answer.status, 200, answer.text)
  const [mail] = await mailsArrived(tukar, address, 1)
  return verificationIn(mail)
}

const open = (tukar: Tukar, path: string) => tukar.call('GET', path)
const verified = [200, 'auth.email_verified']
const expired = [400, 'auth.email_verification_link_expired']
const unknown = [404, 'auth.email_not_found']

async function isVerified(tukar: Tukar, address = email): Promise<boolean> {
  const found = await sql<{ verified: boolean }>`
    select email_verified_at is not null as verified from users
    where email = ${address}`.execute(tukar.service.ctx.db.read)
  return found.rows[0]?.verified === true
}

const expireLinks = (tukar: Tukar) =>
  sql`update email_verifications set expires_at = now() - interval '1 second'`.execute(
    tukar.service.ctx.db.read,
  )

test('HEAD of a mailed link, as scanners of mails send it, verifies nothing', async (t) => {
  const tukar = await startTukar(t)
  const link = await register(tukar)
  const head = await tukar.call('HEAD', link)
  assert.deepEqual([head.status, head.headers.get('allow')], [405, 'GET'])
  assert.equal(await isVerified(tukar), false)
  assert.deepEqual(messageOf(await open(tukar, link)), verified)
})

test('a mailed link verifies the address once, and opening it again succeeds again', async (t) => {
  const tukar = await startTukar(t)
  const link = await register(tukar)
  assert.equal(await isVerified(tukar), false)
  const first = await open(tukar, link)
  assert.deepEqual(messageOf(first), verified)
  assert.equal('data' in first.body, false)
  assert.equal(await isVerified(tukar), true)
  assert.deepEqual(messageOf(await open(tukar, link)), verified)
  await allSent(tukar)
  assert.equal((await mailsTo(tukar, email)).length, 1)
})

test('a link opened many times at once verifies once and succeeds every time', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const link = await register(tukar)
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(tukar, link)))
  for (const answer of answers) assert.deepEqual(messageOf(answer), verified)
  await allSent(tukar)
  assert.equal((await mailsTo(tukar, email)).length, 1)
})

test('an expired link sends a new mail with a link that verifies', async (t) => {
  const tukar = await startTukar(t)
  const link = await register(tukar)
  await expireLinks(tukar)
  assert.deepEqual(messageOf(await open(tukar, link)), expired)
  assert.equal(await isVerified(tukar), false)
  const [mail] = await mailsArrived(tukar, email, 2)
  assert.notEqual(verificationIn(mail), link)
  assert.deepEqual(messageOf(await open(tukar, verificationIn(mail))), verified)
})

test('an expired link does not spoil a newer one', async (t) => {
  const tukar = await startTukar(t)
  const old = await register(tukar)
  await expireLinks(tukar)
  await open(tukar, old)
  const [newer] = await mailsArrived(tukar, email, 2)
  assert.deepEqual(messageOf(await open(tukar, old)), expired)
  assert.deepEqual(messageOf(await open(tukar, verificationIn(newer))), verified)
})

test('the expired links of a verified address confirm it too', async (t) => {
  const tukar = await startTukar(t)
  const old = await register(tukar)
  await expireLinks(tukar)
  await open(tukar, old)
  const [newer] = await mailsArrived(tukar, email, 2)
  await open(tukar, verificationIn(newer))
  assert.deepEqual(messageOf(await open(tukar, old)), verified)
})

test('an expired link brings ten mails an hour at most', async (t) => {
  const tukar = await startTukar(t)
  const link = await register(tukar)
  await expireLinks(tukar)
  const answers: Answer[] = []
  for (let time = 0; time < 12; time += 1) answers.push(await open(tukar, link))
  const [eleventh, twelfth] = answers.slice(10)
  for (const answer of answers.slice(0, 10)) assert.deepEqual(messageOf(answer), expired)
  assert.deepEqual([eleventh?.status, twelfth?.status], [429, 429])
  assert.equal(twelfth?.body.message, 'api.too_many_requests')
  assert.ok(Number(twelfth?.headers.get('retry-after')) > 0)
})

test('a link that we did not make is unknown, whatever is wrong with it', async (t) => {
  const tukar = await startTukar(t)
  const link = await register(tukar)
  const sealed = link.slice(linkPath.length)
  const purpose = 'email-verification'
  const keys = tukar.config
  const others = {
    'other purpose': sealText(keys, 'password-reset', email, systemRandom),
    'other key': sealText({ appKeys: [Buffer.alloc(32, 8)] }, purpose, email, systemRandom),
    'no account': sealText(keys, purpose, 'nobody@tukar.test', systemRandom),
    truncated: sealed.slice(0, -1),
    'half of it': sealed.slice(0, sealed.length / 2),
    longer: `${sealed}A`,
    padded: `${sealed}=`,
    plain: encodeURIComponent(email),
    short: 'x',
    'a path': '..%2f..%2fapi',
    'not ASCII': encodeURIComponent('é'.repeat(40)),
  }
  for (const [name, made] of Object.entries(others)) {
    assert.deepEqual(messageOf(await open(tukar, linkPath + made)), unknown, name)
  }
  for (let at = 0; at < sealed.length; at += 7) {
    const flipped = sealed[at] === 'A' ? 'B' : 'A'
    const bent = sealed.slice(0, at) + flipped + sealed.slice(at + 1)
    assert.deepEqual(messageOf(await open(tukar, linkPath + bent)), unknown, `character ${at}`)
  }
  assert.equal(await isVerified(tukar), false)
  assert.deepEqual(messageOf(await open(tukar, link)), verified)
})

test('a sealed address that was never mailed verifies nothing', async (t) => {
  const tukar = await startTukar(t)
  await register(tukar)
  const made = sealText(tukar.config, 'email-verification', email, systemRandom)
  assert.deepEqual(messageOf(await open(tukar, linkPath + made)), expired)
  assert.equal(await isVerified(tukar), false)
})

test('the longest valid address has a link that works', async (t) => {
  const tukar = await startTukar(t)
  const longest = `${'l'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(57)}.test`
  assert.equal(longest.length, 255)
  const body = { email: longest, password, password_confirmation: password }
  assert.equal((await tukar.call('POST', '/api/auth/register', { body })).status, 200)
  const { ctx } = tukar.service
  const user = await findUserByEmail(ctx.db.read, longest)
  assert.ok(user)
  // No mail server accepts an address this long, so the test makes the link itself.
  const link = await mintVerificationLink(ctx, user)
  assert.deepEqual(messageOf(await open(tukar, verificationOf(link))), verified)
  assert.equal(await isVerified(tukar, longest), true)
})

test('a link opens a page of the app, or ours if there is none, path and all', async (t) => {
  const tukar = await startTukar(t)
  await register(tukar)
  const { ctx } = tukar.service
  const user = await findUserByEmail(ctx.db.read, email)
  assert.ok(user)
  for (const appUrl of ['https://trade.test/gateway', 'https://app.test/']) {
    const link = await mintVerificationLink({ ...ctx, config: { ...ctx.config, appUrl } }, user)
    assert.ok(link.startsWith(`${appUrl.replace(/\/$/, '')}/verify-email/`), link)
    assert.match(new URL(link).pathname.split('/').at(-1) ?? '', /^[\w-]{40,}$/)
  }
})

test('a link longer than ours is refused without decryption', async (t) => {
  const tukar = await startTukar(t)
  for (const length of [1_001, 1_024, 1_025, 6_000]) {
    const answer = await open(tukar, linkPath + 'A'.repeat(length))
    assert.ok([400, 404, 414].includes(answer.status), `${length}: ${answer.status}`)
    assert.equal(answer.body.result, false)
  }
})
