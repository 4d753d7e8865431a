import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Checker, checkerOf, type Exchange } from './contract.ts'
import { custodyContract } from './custody-contract.ts'
import { smsContract } from './sms-contract.ts'
import { venueContract } from './venue-contract.ts'

const custody = checkerOf(custodyContract())
const venue = checkerOf(venueContract())
const sms = checkerOf(smsContract())

const answering = (body: unknown, status = 200) => ({ status, body: JSON.stringify(body) })

const sending: Exchange = {
  method: 'POST',
  path: '/transactions',
  query: '',
  headers: { 'x-api-key': 'key', 'content-type': 'application/json', 'idempotency-key': 'once' },
  body: JSON.stringify({ assetId: 'ETH', amount: '1.5', externalTxId: 'wd-1' }),
  answer: answering({ id: 'a', status: 'SUBMITTED' }),
}

const ordering: Exchange = {
  method: 'POST',
  path: '/api/v3/order',
  query: 'symbol=BTCIDR&side=BUY&type=LIMIT&quantity=1.5&timestamp=1&signature=ab',
  headers: { 'x-mbx-apikey': 'key' },
  body: '',
  answer: null,
}

const timing: Exchange = {
  method: 'GET',
  path: '/api/v3/time',
  query: '',
  headers: {},
  body: '',
  answer: answering({ serverTime: 1 }),
}

const account = `AC${'0'.repeat(32)}`
const texting: Exchange = {
  method: 'POST',
  path: `/2010-04-01/Accounts/${account}/Messages.json`,
  query: '',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'To=%2B6281234567890&From=Tukar&Body=hello',
  answer: null,
}

/** The violations without their prefix, the operation. */
const violations = (checker: Checker, exchange: Exchange): readonly string[] =>
  checker.violations(exchange).map((violation) => violation.replace(/^[^:]*: /, ''))

test('exchanges that keep to the document have no violations', () => {
  assert.deepEqual(custody.violations(sending), [])
  assert.deepEqual(venue.violations(ordering), [])
  assert.deepEqual(venue.violations(timing), [])
  assert.deepEqual(sms.violations(texting), [])
})

test('a path or a method that is not documented is a violation', () => {
  const post = { ...ordering, path: '/api/v3/orders' }
  assert.deepEqual(venue.violations(post), ['POST /api/v3/orders is not documented'])
  const patch = { ...ordering, method: 'PATCH' }
  assert.deepEqual(venue.violations(patch), ['PATCH /api/v3/order is not documented'])
})

test('a parameter that is missing, unknown or of another type is a violation', () => {
  const change = (from: string, to: string) =>
    violations(venue, { ...ordering, query: ordering.query.replace(from, to) })
  assert.deepEqual(change('symbol=BTCIDR&', ''), ["query must have required property 'symbol'"])
  assert.deepEqual(change('&signature=ab', ''), ["query must have required property 'signature'"])
  assert.deepEqual(change('quantity=1.5', 'quantity=lots'), ['query/quantity must be number'])
  assert.match(change('side=BUY', 'side=HOLD').join(), /^query\/side must be equal to one of/)
  assert.deepEqual(change('side=BUY', 'side=BUY&leverage=3'), [
    'query must NOT have additional properties: "leverage"',
  ])
  const path = texting.path.replace(account, 'sandbox')
  assert.match(violations(sms, { ...texting, path }).join(), /path\/AccountSid must match pattern/)
})

test('a header or a body that is not documented, or no JSON, is a violation', () => {
  const headers = { ...sending.headers, 'x-trace': '1' }
  assert.deepEqual(violations(custody, { ...sending, headers }), [
    'header x-trace is not documented',
  ])
  assert.deepEqual(violations(custody, { ...sending, body: '{' }), ['body is no JSON'])
  assert.deepEqual(violations(custody, { ...sending, body: '{"asset":"ETH"}' }), [
    'body must NOT have additional properties: "asset"',
  ])
  assert.deepEqual(violations(sms, { ...texting, body: '' }), ['the body is missing'])
  assert.deepEqual(violations(sms, { ...texting, body: `${texting.body}&Text=twice` }), [
    'form must NOT have additional properties: "Text"',
  ])
  assert.deepEqual(violations(venue, { ...ordering, body: '{}' }), ['a body is not documented'])
})

test('a response of an undocumented status, shape or type is a violation', () => {
  const answers = (checker: Checker, exchange: Exchange, answer: Exchange['answer']) =>
    violations(checker, { ...exchange, answer })
  assert.deepEqual(answers(sms, texting, answering({}, 200)), ['status 200 is not documented'])
  assert.match(answers(sms, texting, answering({}, 201)).join(), /required property 'sid'/)
  assert.deepEqual(answers(venue, timing, answering({ serverTime: '7' })), [
    'answer 200/serverTime must be integer',
  ])
  assert.deepEqual(answers(venue, timing, answering({ message: 'no' }, 400)), [
    "answer 400 must have required property 'code'",
    "answer 400 must have required property 'msg'",
    'answer 400 must NOT have additional properties: "message"',
  ])
  assert.deepEqual(answers(custody, sending, { status: 200, body: 'OK' }), [
    'answer 200 is no JSON',
  ])
})

test('a message is validated against the closest documented one', () => {
  const name = 'received /stream'
  const say = (change: object) =>
    venue.messageViolations(name, JSON.stringify({ id: 'subscribe', result: null, ...change }))
  assert.deepEqual(say({}), [])
  assert.deepEqual(say({ id: 7 }), [`${name}/id must be string`])
  assert.deepEqual(say({ fee: '1' }), [`${name} must NOT have additional properties: "fee"`])
  assert.deepEqual(custody.messageViolations('webhook v3', '{}'), ['webhook v3 is not documented'])
})
