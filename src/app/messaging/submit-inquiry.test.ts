import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { allSent } from '../../../tests/make/mails.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { captchaLimits } from '../../providers/captcha/captcha.ts'

const inquiry = {
  subject: 'A deposit',
  firstName: 'Sri',
  lastName: 'Rahayu',
  email: 'sri@example.com',
  phone: '0812000001',
  message: 'Where is my deposit?',
}

let made = 0
const human = () => {
  made += 1
  return `pass-${process.pid}-${made}`
}

const submit = (tukar: Tukar, fields: Readonly<Record<string, unknown>> = {}) =>
  tukar.call('POST', '/api/inquiries', {
    body: { ...inquiry, captchaToken: human(), ...fields },
  })

const accepted = [200, 'api.inquiry_submit_successfully']
const refused = [400, 'api.captcha_failed']

const stored = ({ service }: Tukar) =>
  service.ctx.db.read.selectFrom('inquiries').selectAll().orderBy('id').execute()

const alerts = ({ service }: Tukar) =>
  service.ctx.db.read.selectFrom('operator_alerts').selectAll().orderBy('id').execute()

test('an inquiry of a human is stored as sent, and the operators are alerted', async (t) => {
  const tukar = await startTukar(t)
  const answer = await submit(tukar, { email: ' Sri@Example.com ', subject: ' A deposit ' })
  assert.deepEqual(answer.body, {
    code: 200,
    title: 'OK',
    message: 'api.inquiry_submit_successfully',
    result: true,
  })
  const [row, ...more] = await stored(tukar)
  assert.deepEqual(more, [])
  const { id, created_at, ...kept } = row ?? { id: 0, created_at: null }
  assert.deepEqual(kept, {
    subject: 'A deposit',
    first_name: 'Sri',
    last_name: 'Rahayu',
    email: 'sri@example.com',
    phone: '0812000001',
    message: 'Where is my deposit?',
    state: 'open',
    closed_by: null,
    closed_at: null,
  })
  await allSent(tukar)
  const alerted = await alerts(tukar)
  assert.deepEqual(
    alerted.map(({ kind, severity, subject, data }) => ({ kind, severity, subject, data })),
    [
      {
        kind: 'inquiry-received',
        severity: 'info',
        subject: 'Inquiry: A deposit',
        data: { inquiryId: `${id}` },
      },
    ],
  )
})

test('each field that may carry a human check is read', async (t) => {
  const tukar = await startTukar(t)
  const names = ['g-recaptcha-response', 'h-captcha-response', 'cf-turnstile-response']
  for (const name of names) {
    assert.deepEqual(
      messageOf(await submit(tukar, { captchaToken: '', [name]: human() })),
      accepted,
      name,
    )
  }
  const form = new URLSearchParams({ ...inquiry, 'g-recaptcha-response': human() }).toString()
  const answer = await tukar.call('POST', '/api/inquiries', {
    raw: form,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.deepEqual(messageOf(answer), accepted)
})

test('without a valid human check nothing is stored', async (t) => {
  const tukar = await startTukar(t)
  const answers: readonly unknown[] = [
    undefined,
    null,
    '',
    'robot',
    7,
    ['pass-1'],
    { pass: 1 },
    `pass${'x'.repeat(4_100)}`,
  ]
  for (const captchaToken of answers) {
    assert.deepEqual(messageOf(await submit(tukar, { captchaToken })), refused)
  }
  assert.deepEqual(await stored(tukar), [])
})

test('a captcha of another site, or with the score of a robot, sends no inquiry', async (t) => {
  const tukar = await startTukar(t)
  for (const given of ['@elsewhere.test', '#0.1', '@elsewhere.test#0.9']) {
    const captchaToken = `${human()}${given}`
    assert.deepEqual(messageOf(await submit(tukar, { captchaToken })), refused, given)
  }
  const captchaToken = `${human()}@sandbox.test#0.9`
  assert.deepEqual(messageOf(await submit(tukar, { captchaToken })), accepted)
})

test('a human check is valid once, also for two requests at once', async (t) => {
  const tukar = await startTukar(t)
  const [token, other] = [human(), human()]
  assert.deepEqual(messageOf(await submit(tukar, { captchaToken: token })), accepted)
  assert.deepEqual(messageOf(await submit(tukar, { captchaToken: token })), refused)
  // The service itself refuses a used token: after the reset the provider would accept it again.
  await tukar.control('POST', '/reset')
  assert.deepEqual(
    messageOf(await submit(tukar, { 'g-recaptcha-response': token, captchaToken: '' })),
    refused,
  )
  const both = await Promise.all([1, 2, 3, 4].map(() => submit(tukar, { captchaToken: other })))
  assert.equal(both.filter(({ status }) => status === 200).length, 1)
  assert.equal((await stored(tukar)).length, 2)
})

test('while the provider is away no token passes, and it may be used later', async (t) => {
  setLimits(t, captchaLimits, { timeoutMs: 1_000 })
  const tukar = await startTukar(t)
  const captchaToken = human()
  for (const fault of ['error-500', 'error-429', 'timeout']) {
    await tukar.control('POST', '/faults', { provider: 'captcha', fault, times: 1 })
    assert.deepEqual(messageOf(await submit(tukar, { captchaToken })), refused, fault)
  }
  assert.deepEqual(await stored(tukar), [])
  assert.deepEqual(messageOf(await submit(tukar, { captchaToken })), accepted)
})

test('a bad field is refused with its sentence before the human check is spent', async (t) => {
  const tukar = await startTukar(t)
  const captchaToken = human()
  const long = 'x'.repeat(256)
  const oneLine = 'field must be one line, without control or direction marks.'
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['subject', undefined, 'The subject field is required.'],
    ['subject', long, 'The subject field must not be greater than 255 characters.'],
    ['subject', 'Hi\r\nBcc: all@example.com', `The subject ${oneLine}`],
    ['subject', 'Hi \u202emoc.live', `The subject ${oneLine}`],
    ['firstName', ' ', 'The first name field is required.'],
    ['firstName', 'Al', 'The first name field must be at least 3 characters.'],
    ['firstName', long, 'The first name field must not be greater than 255 characters.'],
    ['lastName', 'Li', 'The last name field must be at least 3 characters.'],
    ['lastName', 'Li\nLi', `The last name ${oneLine}`],
    ['email', 'sri', 'The email field must be a valid email address.'],
    ['email', 'sri@example.com\r\nBcc: a@b.co', 'The email field must be a valid email address.'],
    ['email', `${long}@b.co`, 'The email field must not be greater than 255 characters.'],
    ['phone', '0812', 'The phone field must be at least 5 characters.'],
    ['phone', long, 'The phone field must not be greater than 255 characters.'],
    ['message', 'Hi', 'The message field must be at least 5 characters.'],
    ['message', ['a', 'b'], 'The message field must be a string.'],
    ['message', 'x'.repeat(5_001), 'The message field must not be greater than 5000 characters.'],
  ]
  for (const [name, value, sentence] of cases) {
    assert.deepEqual(messageOf(await submit(tukar, { captchaToken, [name]: value })), [
      400,
      sentence,
    ])
  }
  assert.deepEqual(await stored(tukar), [])
  assert.deepEqual(messageOf(await submit(tukar, { captchaToken })), accepted)
})

test('markup stays text, and a text that is too long is refused', async (t) => {
  const tukar = await startTukar(t)
  const message = '<script>alert(1)</script>\n<img src=x>'
  assert.deepEqual(messageOf(await submit(tukar, { message })), accepted)
  const huge = await submit(tukar, { message: 'x'.repeat(1024 * 1024) })
  assert.deepEqual(messageOf(huge), [413, 'api.payload_too_large'])
  assert.deepEqual(
    (await stored(tukar)).map((row) => row.message),
    [message],
  )
})

test('one network may send five inquiries an hour; refused checks do not count', async (t) => {
  const tukar = await startTukar(t)
  const url = await startProxiedNode(t, tukar)
  const from = (ip: string, captchaToken = human()) =>
    send(url, 'POST', '/api/inquiries', {
      body: { ...inquiry, captchaToken },
      headers: { 'x-forwarded-for': ip },
    })
  for (let time = 0; time < 3; time += 1) {
    assert.deepEqual(messageOf(await from('203.0.113.7', 'robot')), refused)
  }
  const answers = await Promise.all(Array.from({ length: 8 }, () => from('203.0.113.7')))
  const throttled = answers.filter(({ status }) => status === 429)
  assert.equal(answers.filter(({ status }) => status === 200).length, 5)
  for (const answer of throttled) {
    assert.equal(answer.body.message, 'api.too_many_requests')
    const wait = Number(answer.headers.get('retry-after'))
    assert.ok(wait > 3_500 && wait <= 3_600, `${wait}`)
  }
  assert.equal(throttled.length, 3)
  assert.deepEqual(messageOf(await from('203.0.113.8')), accepted)
  assert.equal((await stored(tukar)).length, 6)
})

test('checks of tokens from one network are limited', async (t) => {
  const tukar = await startTukar(t)
  const answers: Answer[] = []
  for (let time = 0; time < 61; time += 1) {
    answers.push(await submit(tukar, { captchaToken: `robot-${time}` }))
  }
  assert.ok(answers.slice(0, 60).every(({ status }) => status === 400))
  const last = answers.at(-1)
  assert.ok(last !== undefined)
  assert.deepEqual(messageOf(last), [429, 'api.too_many_requests'])
  assert.ok(Number(last.headers.get('retry-after')) > 0)
})
