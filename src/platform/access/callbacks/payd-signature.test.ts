import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { relayedBy } from '../../../../tests/make/relayed.ts'
import { isRefusal } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import { paydInquiry, paydPayment } from './payd-signature.ts'

// Made-up fields and key; the digests were computed independently of this code.
const apiKey = 'testkey-0001'
const paid = { merchantCode: 'D1234', amount: '150000', merchantOrderId: 'ORD-0001' }
const asked = {
  merchantCode: 'D1234',
  action: 'inquiry',
  vaNo: '8680050000001234',
  session: 'a1b2c3d4',
}
const paidMd5 = '3991d9bdeee6d11d5a85f51e25d45f50'
const paidHmac = '162e3bdff94f3e0eca2bd000bc4b0709e9fe1d68e8e38ef6e626543ce5df541a'
const askedMd5 = '9f68c6c74ad735ff381761c2a505d226'

const signing = (
  t: TestContext,
  signature: 'md5' | 'hmac-sha256' = 'md5',
  callbackSources: readonly string[] = [],
): Context => {
  const disbursement = { userId: '', email: '', secret: '' }
  const payd = { baseUrl: '', merchantCode: 'D1234', signature, vaBin: '868005' }
  const sources = { callbackSources, disbursement }
  return httpContext(t, { config: { payd: { ...payd, apiKeys: [apiKey], ...sources } } })
}

const sent = (raw: string, type: string): HttpRequest => ({
  id: 'test-request',
  method: 'POST',
  url: '/api/webhook/payd-deposit',
  ip: '127.0.0.1',
  headers: { 'content-type': type },
  raw: Buffer.from(raw),
})

const form = (fields: Readonly<Record<string, string>>): HttpRequest =>
  sent(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded')

const json = (fields: unknown): HttpRequest => sent(JSON.stringify(fields), 'application/json')

/** Returns whether a request is admitted; rethrows any other refusal. */
async function admits(access: typeof paydPayment, ctx: Context, request: HttpRequest) {
  try {
    await access.admit(ctx, request)
    return true
  } catch (error) {
    if (isRefusal(error) && error.key === 'api.callback_unauthorized') return false
    throw error
  }
}

test('one scheme is in force, and the digest of the other is refused', async (t) => {
  const schemes = [
    ['md5', paidMd5, paidHmac],
    ['hmac-sha256', paidHmac, paidMd5],
  ] as const
  for (const [scheme, right, other] of schemes) {
    const signed = signing(t, scheme)
    for (const bring of [form, json]) {
      assert.ok(await admits(paydPayment, signed, bring({ ...paid, signature: right })), scheme)
      assert.ok(!(await admits(paydPayment, signed, bring({ ...paid, signature: other }))), scheme)
      const upper = { ...paid, signature: right.toUpperCase() }
      assert.ok(!(await admits(paydPayment, signed, bring(upper))), scheme)
    }
  }
})

test('if sources are configured, only their correctly signed calls are accepted', async (t) => {
  const ctx = signing(t, 'md5', ['203.0.113.8', '198.51.100.0/28', '2001:db8::/32'])
  const from = (ip: string) => ({ ...form({ ...paid, signature: paidMd5 }), ip })
  for (const ip of ['203.0.113.8', '198.51.100.15', '2001:db8::1']) {
    assert.ok(await admits(paydPayment, ctx, from(ip)), ip)
  }
  for (const ip of ['203.0.113.9', '198.51.100.16', '127.0.0.1', '2001:db9::1']) {
    assert.ok(!(await admits(paydPayment, ctx, from(ip))), ip)
    const request = { ...form({ ...asked, signature: askedMd5 }), ip }
    assert.ok(!(await admits(paydInquiry, ctx, request)), ip)
  }
  const relayed = await relayedBy(t, ctx, from('127.0.0.1'))
  assert.ok(await admits(paydPayment, ctx, relayed), 'another node let it in')
  const replayed = { ...relayed, url: '/api/webhook/payd-notify' }
  assert.ok(!(await admits(paydPayment, ctx, replayed)), 'relayed to another path')
})

test('an inquiry is signed over its own fields, and its digest fits nothing else', async (t) => {
  const ctx = signing(t)
  assert.ok(await admits(paydInquiry, ctx, form({ ...asked, signature: askedMd5 })))
  assert.ok(!(await admits(paydPayment, ctx, form({ ...asked, signature: askedMd5 }))))
  assert.ok(!(await admits(paydInquiry, ctx, form({ ...paid, signature: paidMd5 }))))
  assert.ok(!(await admits(paydInquiry, ctx, form({ ...asked, signature: paidMd5 }))))
})

test('the digits of a JSON number are signed as they were sent', async (t) => {
  const ctx = signing(t)
  for (const digits of ['150000', '150000.00', '1.5e5', '12345678901234567890']) {
    const signedText = `D1234${digits}ORD-0001${apiKey}`
    const signature = createHash('md5').update(signedText).digest('hex')
    const body = JSON.stringify({ ...paid, signature }).replace('"150000"', digits)
    assert.ok(await admits(paydPayment, ctx, sent(body, 'application/json')), digits)
  }
})

test('fields that are no text, or too long, are an invalid signature, not a 500', async (t) => {
  const ctx = signing(t)
  const values: readonly unknown[] = [null, 7, true, [paidMd5], { a: 1 }, '', 'x'.repeat(1_000)]
  for (const value of values) {
    for (const name of ['signature', 'merchantOrderId', 'merchantCode']) {
      const fields = { ...paid, signature: paidMd5, [name]: value }
      assert.ok(!(await admits(paydPayment, ctx, json(fields))), `${name} ${String(value)}`)
    }
  }
  const empty = createHmac('sha256', apiKey).update('').digest('hex')
  assert.ok(!(await admits(paydPayment, ctx, json({ signature: empty }))))
})
