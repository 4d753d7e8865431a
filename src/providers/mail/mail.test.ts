import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { type Rig, startRig } from '../../../sandbox/test-rig.ts'
import { systemClock } from '../../base/clock.ts'
import { connectMail, type Mail, type MailMessage } from './mail.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
const open: Mail[] = []
afterEach(async () => {
  for (const mail of open.splice(0)) mail.close()
  await rig.control('POST', '/reset')
})

type Choice = Partial<Readonly<{ url: string; timeoutMs: number; nowMs: () => number }>>

function connect({ url = rig.sandbox.smtpUrl, timeoutMs = 10_000, nowMs }: Choice = {}): Mail {
  const mail = connectMail(
    { url, from: 'Tukar <no-reply@tukar.test>', replyTo: null },
    {
      clock: nowMs === undefined ? systemClock : { ...systemClock, monotonicMs: nowMs },
      log: pino({ level: 'silent' }),
      timeoutMs,
    },
  )
  open.push(mail)
  return mail
}

const message: MailMessage = {
  to: 'budi@sandbox.test',
  subject: 'Kode Anda — 123456',
  text: 'Kode: 123456\nhttp://127.0.0.1:3000/masuk',
  html: '<p>Kode: <b>123456</b></p>',
  reference: 'notice-42-mail',
  isUrgent: false,
}

const Captured = z.array(
  z.object({
    to: z.string(),
    subject: z.string(),
    code: z.string().nullable(),
    link: z.string().nullable(),
    html: z.string().nullable(),
  }),
)
const captured = async () => Captured.parse((await rig.control('GET', '/messages')).json)

test('a mail arrives with subject, code and link, under an id made of our reference', async () => {
  const answer = await connect().send(message)
  assert.deepEqual(answer, { kind: 'accepted', value: { id: 'notice-42-mail@tukar.test' } })
  const [mail, ...more] = await captured()
  assert.deepEqual(more, [])
  assert.deepEqual(
    [mail?.to, mail?.subject, mail?.code, mail?.link],
    [message.to, message.subject, '123456', 'http://127.0.0.1:3000/masuk'],
  )
  assert.match(mail?.html ?? '', /<b>123456<\/b>/)
})

test('neither address nor reference can add a recipient or a header', async () => {
  const mail = connect()
  const addresses = [
    'budi@sandbox.test, evil@sandbox.test',
    'budi@sandbox.test\r\nBcc: evil@sandbox.test',
    'budi@sandbox.test\nRCPT TO:<evil@sandbox.test>',
    'Budi <budi@sandbox.test>',
    'budi@sandbox.test;evil@sandbox.test',
    '"a b"@sandbox.test',
    'budi',
    '@sandbox.test',
    '',
  ]
  for (const to of addresses) {
    const answer = await mail.send({ ...message, to })
    assert.ok(answer.kind === 'rejected' && answer.code === 'INVALID_ADDRESS', JSON.stringify(to))
  }
  const references = ['a> \r\nBcc: evil@sandbox.test', 'a b', '', 'a'.repeat(129)]
  for (const reference of references) {
    const answer = await mail.send({ ...message, reference })
    assert.ok(answer.kind === 'rejected' && answer.code === 'INVALID_REFERENCE', reference)
  }
  assert.deepEqual(await captured(), [])
})

test('line breaks in a subject or a text become no header', async () => {
  const subject = 'Halo\r\nBcc: evil@sandbox.test\r\n\r\nisi palsu'
  const text = 'isi\r\n.\r\nMAIL FROM:<evil@sandbox.test>\r\nRCPT TO:<evil@sandbox.test>'
  assert.equal((await connect().send({ ...message, subject, text })).kind, 'accepted')
  const mails = await captured()
  assert.deepEqual(
    mails.map((mail) => [mail.to, mail.subject]),
    [[message.to, 'Halo Bcc: evil@sandbox.test isi palsu']],
  )
})

test('each fault leaves the outcome unknown and is not retried implicitly', async () => {
  const expected = [
    ['timeout', 'timeout', 0],
    ['drop-response', 'connection-lost', 1],
    ['bad-json', 'unreadable', 1],
    ['error-500', 'server-error', 0],
    ['error-429', 'throttled', 0],
  ] as const
  for (const [fault, why, arrived] of expected) {
    await rig.control('POST', '/faults', { provider: 'mail', fault, times: 1 })
    const mail = connect({ timeoutMs: fault === 'timeout' ? 400 : 10_000 })
    assert.deepEqual(await mail.send(message), { kind: 'unknown', why }, fault)
    assert.equal((await captured()).length, arrived, fault)
    await rig.control('DELETE', '/messages')
  }
})

test('a missing server is reported as unreachable', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((resolve) => server.close(resolve))
  const answer = await connect({ url: `smtp://127.0.0.1:${port}` }).send(message)
  assert.deepEqual(answer, { kind: 'unknown', why: 'unreachable' })
})

/** Sends the message to a server that responds in this way, one line for each of ours. */
async function sendTo(...answers: readonly string[]): ReturnType<Mail['send']> {
  const server = createServer((socket) => {
    socket.write('220 ready\r\n')
    let next = 0
    socket.on('data', () => {
      socket.write(`${answers[next] ?? '250 ok'}\r\n`)
      next += 1
    })
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const mail = connect({ url: `smtp://127.0.0.1:${port}` })
  const answer = await mail.send(message)
  mail.close()
  await new Promise((resolve) => server.close(resolve))
  return answer
}

test('a mailbox the server does not have is a definite refusal', async () => {
  const answer = await sendTo('250 hello', '250 ok', '550 5.1.1 no such mailbox', '221 bye')
  assert.ok(answer.kind === 'rejected', JSON.stringify(answer))
  assert.equal(answer.status, 550)
})

test('a server that refuses our sender has not refused the mail', async () => {
  const answer = await sendTo('250 hello', '550 5.4.5 daily sending limit exceeded', '221 bye')
  assert.equal(answer.kind, 'unknown', JSON.stringify(answer))
})

test('a server that refuses our account after the text has not refused the mail', async () => {
  const paused = '554 Message rejected: Sending paused for this account.'
  const greeted = ['250 hello', '250 ok', '250 ok', '354 go on'] as const
  const refused = { kind: 'unknown', why: 'login-refused' }
  assert.deepEqual(await sendTo(...greeted, paused, '221 bye'), refused)
  const tooLarge = await sendTo(...greeted, '552 5.3.4 message too large', '221 bye')
  assert.equal(tooLarge.kind, 'rejected')
})

test('a server that is to be called less has no failure', async () => {
  const answer = await sendTo('250 hello', '454 4.7.0 throttling failure: maximum rate', '221 bye')
  assert.deepEqual(answer, { kind: 'unknown', why: 'throttled' })
})

test('a remote server gets no mail without encryption', async () => {
  const seen: string[] = []
  const server = createServer((socket) => {
    socket.write('220 ready\r\n')
    socket.on('data', (bytes) => {
      seen.push(bytes.toString())
      socket.write('250 hello\r\n')
    })
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  // A loopback address that is not on the list of loopback names.
  const mail = connect({ url: `smtp://user:secret@127.0.0.2:${port}` })
  const answer = await mail.send(message)
  assert.equal(answer.kind, 'unknown')
  assert.doesNotMatch(seen.join(), /AUTH|MAIL FROM/)
  mail.close()
  await new Promise((resolve) => server.close(resolve))
})

test('after five failures the server is not called, then one mail decides', async () => {
  let nowMs = 0
  const mail = connect({ nowMs: () => nowMs })
  await rig.control('POST', '/faults', { provider: 'mail', fault: 'error-500', times: 5 })
  for (let sent = 0; sent < 5; sent += 1) await mail.send(message)
  assert.deepEqual(await mail.send(message), { kind: 'unknown', why: 'circuit-open' })
  nowMs += 5_000
  assert.equal((await mail.send(message)).kind, 'accepted')
})
