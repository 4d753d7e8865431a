import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { exchange, isRefused } from '../../../tests/make/http-server.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import { expectOk, password } from '../../../tests/make/trader.ts'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** A GET with a body, which `fetch` refuses to send. */
const resend = ({ config }: Tukar, query: string, type: string, body: string) =>
  exchange(
    config.port,
    `GET /api/auth/email-resend${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )

async function register(tukar: Tukar, email: string): Promise<void> {
  const body = { email, password, password_confirmation: password, language: 'en' }
  expectOk(await tukar.call('POST', '/api/auth/register', { body }))
  await mailsArrived(tukar, email, 1)
}

test('the link is mailed again for an address in the query or in the body', async (t) => {
  const tukar = await startTukar(t)
  const email = 'again@tukar.test'
  await register(tukar, email)
  const answers = [
    await resend(tukar, `?email=${email}`, json, ''),
    await resend(tukar, '', json, JSON.stringify({ email })),
    await resend(tukar, '', form, new URLSearchParams({ email }).toString()),
  ]
  for (const answer of answers) {
    assert.match(answer, /^HTTP\/1\.1 200 /)
    assert.match(answer, /"message":"auth\.resend_successfully"/)
  }
  const mails = await mailsArrived(tukar, email, 4)
  assert.ok(mails.every(({ text }) => text.includes('/verify-email/')))
})

test('if both name an address, that of the query is mailed', async (t) => {
  const tukar = await startTukar(t)
  const [inQuery, inBody] = ['query@tukar.test', 'body@tukar.test']
  for (const email of [inQuery, inBody]) await register(tukar, email)
  const body = JSON.stringify({ email: inBody })
  assert.match(await resend(tukar, `?email=${inQuery}`, json, body), /^HTTP\/1\.1 200 /)
  await mailsArrived(tukar, inQuery, 2)
  assert.equal((await mailsArrived(tukar, inBody, 1)).length, 1)
})

test('a missing or invalid address is refused in the query and the body', async (t) => {
  const tukar = await startTukar(t)
  isRefused(await resend(tukar, '', json, '{}'), 400, 'The email field is required.')
  const none = 'The email field must be a valid email address.'
  isRefused(await resend(tukar, '', form, 'email=nobody'), 400, none)
  isRefused(await resend(tukar, '?email=nobody', json, '{"email":"a@b.test"}'), 400, none)
})
