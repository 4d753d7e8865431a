import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, describe, type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { z } from 'zod'
import { testDatabase } from '../../../../tests/database.ts'
import { eventually } from '../../../../tests/harness.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import type { HttpAnswer } from '../../../../tests/make/http-server.ts'
import { exchange, isRefused, startHttp } from '../../../../tests/make/http-server.ts'
import { jpegPicture, plainPng, pngPicture, taggedPhoto } from '../../../../tests/make/pictures.ts'
import { silent } from '../../../../tests/server.ts'
import { Refusal, refuse } from '../../../base/refusal.ts'
import { openImages } from '../../images/images.ts'
import { moneyText, optional, text } from '../contracts/contracts.ts'
import { type Access, anyone } from '../endpoint/admit.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import { success } from '../envelope.ts'
import { plainFailure } from '../responses/plain-refusal.ts'
import { uploadLimits } from './upload-turns.ts'
import { image } from './uploads.ts'

const maxBytes = 8 * 1024 * 1024
const wrongType = 'The payment field must be a file of type: jpeg, png, jpg.'

const valid = { jpeg: await jpegPicture(), png: await pngPicture() }

const padded = (bytes: number, kind: keyof typeof valid = 'jpeg') =>
  Buffer.concat([valid[kind], Buffer.alloc(bytes - valid[kind].length)])

const member: Access<string> = {
  name: 'member',
  scheme: 'bearer',
  refusals: [],
  admit: (_ctx, { headers }) =>
    headers['x-user'] === 'no' ? refuse('auth.unauthenticated') : String(headers['x-user'] ?? '1'),
  callerKey: (caller) => caller,
}

const deposit = endpoint({
  method: 'POST',
  path: '/api/deposit/cash',
  tag: 'test',
  summary: 'A test.',
  access: member,
  body: z.object({
    amount: moneyText,
    payment: image({ maxBytes, types: ['image/jpeg', 'image/png'] }),
    fullName: text({ max: 50 }),
    card: optional(image({ maxBytes: 4_096, types: ['image/png'] })),
  }),
  idempotent: true,
  run: (_ctx, { amount, payment, fullName, card }) => ({
    amount,
    fullName,
    type: payment.mediaType,
    bytes: payment.bytes.length,
    card: card?.bytes.length ?? null,
    sent: payment.bytes.toString('base64'),
    clean: payment.clean.bytes.toString('base64'),
    cleanCard: card?.clean.bytes.toString('base64') ?? null,
  }),
  reply: success('api.deposited', z.record(z.string(), z.unknown())),
})

/** One decoder for all tests, which does not close with the server of one. */
const decoder = openImages({ log: silent })
const images = { ...decoder, close: () => Promise.resolve() }
after(decoder.close)

async function start(t: TestContext, given: Readonly<{ databaseUrl?: string }> = {}) {
  const http = await startHttp(t, httpContext(t, { images, ...given }), [deposit])
  const send = (fields: Record<string, string | Buffer>, headers: Record<string, string> = {}) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') body.set(name, value)
      else body.set(name, new Blob([new Uint8Array(value)]), '../../etc/passwd\0.exe')
    }
    return http.call('/api/deposit/cash', { method: 'POST', body, headers })
  }
  return { http, send }
}

describe('a multipart body', () => {
  test('passes fields and files to one contract', async (t) => {
    const { send } = await start(t)
    const answer = await send({
      amount: '50000',
      fullName: ' Budi ',
      payment: padded(5_000, 'png'),
      card: padded(4_096, 'png'),
    })
    const { sent: _, clean: _clean, cleanCard: _card, ...data } = dataOf(answer)
    assert.deepEqual(data, {
      amount: '50000',
      fullName: 'Budi',
      type: 'image/png',
      bytes: 5_000,
      card: 4_096,
    })
  })

  test('may hold a file of exactly its limit, and not one byte more', async (t) => {
    const { send } = await start(t)
    const fits = await send({ amount: '1', payment: padded(maxBytes), fullName: 'B' })
    assert.equal(fits.status, 200)
    const tooLarge = await send({ amount: '1', payment: padded(maxBytes + 1), fullName: 'B' })
    assert.equal(tooLarge.status, 400)
    assert.equal(tooLarge.message, 'The payment field must not be greater than 8192 kilobytes.')
    const card = padded(4_097, 'png')
    const other = await send({ amount: '1', payment: valid.jpeg, fullName: 'B', card })
    assert.equal(other.message, 'The card field must not be greater than 4 kilobytes.')
  })

  test('is judged by the contents of its files, not by their names or stated types', async (t) => {
    const { send } = await start(t)
    const fake = [
      '<svg onload="alert(1)"/>',
      'GIF89a',
      '%PDF-1.7',
      'PK\u0003\u0004',
      '\u00ff\u00d8',
    ]
    for (const content of fake) {
      const payment = Buffer.from(content, 'latin1')
      const answer = await send({ amount: '1', payment, fullName: 'B' })
      assert.equal(answer.message, wrongType, content)
    }
    const notPng = await send({
      amount: '1',
      payment: valid.jpeg,
      fullName: 'B',
      card: valid.jpeg,
    })
    assert.equal(notPng.message, 'The card field must be a file of type: jpeg, png, jpg.')
  })

  test('is refused with the first sentence in the order of its fields', async (t) => {
    const { http, send } = await start(t)
    assert.equal((await send({})).message, 'The amount field is required.')
    assert.equal((await send({ amount: '1' })).message, 'The payment field is required.')
    assert.equal(
      (await send({ amount: '1', payment: Buffer.alloc(0) })).message,
      'The payment field is required.',
    )
    assert.equal(
      (await send({ amount: '1', payment: 'text' })).message,
      'The payment field must be a file.',
    )
    assert.equal(
      (await send({ amount: '1', payment: valid.jpeg })).message,
      'The full name field is required.',
    )
    assert.equal(
      (await send({ amount: '0', payment: valid.jpeg })).message,
      'The amount field must be greater than 0.',
    )
    const forged = { amount: '1', payment: { bytes: 'x', mediaType: 'image/png' }, fullName: 'B' }
    const asJson = await http.post('/api/deposit/cash', forged)
    assert.equal(asJson.message, 'The payment field must be a file.')
  })

  test('of an anonymous caller is not read', async (t) => {
    const { http } = await start(t)
    const head = [
      'POST /api/deposit/cash HTTP/1.1',
      'Host: x',
      'X-User: no',
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 5000000',
    ].join('\r\n')
    const answer = await exchange(http.port, `${head}\r\n\r\n--b\r\n`)
    assert.match(answer, /^HTTP\/1\.1 401 .*connection: close/is)
  })
})

const dataOf = ({ json }: HttpAnswer) => z.record(z.string(), z.unknown()).parse(json['data'])
const bytesOf = (of: HttpAnswer, name: string) => Buffer.from(String(dataOf(of)[name]), 'base64')

describe('an image in a form', () => {
  test('reaches a use case as it was sent, and as the copy that may be stored', async (t) => {
    const { send } = await start(t)
    const payment = await taggedPhoto()
    const card = Buffer.concat([valid.png, Buffer.from('PK<html>')])
    const answer = await send({ amount: '1', payment, fullName: 'B', card })
    assert.deepEqual(bytesOf(answer, 'sent'), payment)
    const clean = bytesOf(answer, 'clean')
    const { exif, xmp, icc, orientation, format } = await sharp(clean).metadata()
    assert.deepEqual(
      [exif, xmp, icc, orientation],
      Array.from({ length: 4 }, () => undefined),
    )
    assert.equal(format, 'jpeg')
    assert.ok(payment.includes('Budi Santoso') && !clean.includes('Budi Santoso'))
    assert.ok(!bytesOf(answer, 'cleanCard').includes('PK<html>'))
  })

  test('is refused like a wrong type when it is cut off, hollow or a pixel bomb', async (t) => {
    const { send } = await start(t)
    const large = await jpegPicture({ width: 300, height: 300 })
    const bad = {
      'cut off': large.subarray(0, large.length / 2),
      hollow: Buffer.concat([valid.jpeg.subarray(0, 3), Buffer.alloc(5_000)]),
      'a bomb': plainPng({ width: 14_000, height: 14_000 }),
      'html with a head': Buffer.concat([valid.png.subarray(0, 8), Buffer.from('<script>')]),
      'php with a head': Buffer.concat([valid.jpeg.subarray(0, 4), Buffer.from('<?php ?>')]),
    }
    for (const [name, payment] of Object.entries(bad)) {
      const answer = await send({ amount: '1', payment, fullName: 'B' })
      assert.deepEqual([answer.status, answer.message], [400, wrongType], name)
    }
    const card = valid.png.subarray(0, 1_000)
    const other = await send({ amount: '1', payment: valid.jpeg, fullName: 'B', card })
    assert.equal(other.message, 'The card field must be a file of type: jpeg, png, jpg.')
  })

  test('that is optional may be left out or left empty', async (t) => {
    const { send } = await start(t)
    for (const card of [undefined, Buffer.alloc(0)]) {
      const fields = { amount: '1', payment: valid.jpeg, fullName: 'B' }
      const answer = await send(card === undefined ? fields : { ...fields, card })
      assert.equal(dataOf(answer)['card'], null)
    }
  })

  test('gets 503 if too many others are being read', async (t) => {
    const clean = () => Promise.reject(new Refusal('api.service_unavailable'))
    const http = await startHttp(t, httpContext(t, { images: { ...images, clean } }), [deposit])
    const body = new FormData()
    body.set('amount', '1')
    body.set('fullName', 'B')
    body.set('payment', new Blob([new Uint8Array(valid.jpeg)]))
    const answer = await http.call('/api/deposit/cash', { method: 'POST', body })
    assert.deepEqual([answer.status, answer.message], [503, 'api.service_unavailable'])
    assert.ok(answer.headers.has('retry-after'))
  })

  test('that is invalid lists its fields if the endpoint has that shape', async (t) => {
    const row = endpoint({
      method: 'POST',
      path: '/api/vision',
      tag: 'test',
      summary: 'A test.',
      access: anyone,
      body: z.object({ ktp_image: image({ maxBytes, types: ['image/jpeg', 'image/png'] }) }),
      run: () => undefined,
      reply: success('api.x'),
      refusalShape: plainFailure,
    })
    const http = await startHttp(t, httpContext(t), [row])
    const body = new FormData()
    body.set('ktp_image', new Blob([new Uint8Array(valid.jpeg.subarray(0, 300))]))
    const answer = await http.call('/api/vision', { method: 'POST', body })
    assert.equal(answer.status, 422)
    assert.deepEqual(answer.json['errors'], {
      ktp_image: ['The ktp image field must be a file of type: jpeg, png, jpg.'],
    })
  })
})

describe('a hostile multipart body', () => {
  const frame = (body: string | Buffer, ...headers: readonly string[]) =>
    Buffer.concat([
      Buffer.from(
        [
          'POST /api/deposit/cash HTTP/1.1',
          'Host: x',
          'Connection: close',
          'Content-Type: multipart/form-data; boundary=b',
          ...(headers.length > 0 ? headers : [`Content-Length: ${body.length}`]),
          '',
          '',
        ].join('\r\n'),
      ),
      Buffer.from(body),
    ])
  const field = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const end = '--b--\r\n'

  test('that states more than its files may have is refused at once', async (t) => {
    const { http } = await start(t)
    const answer = await exchange(http.port, frame('--b\r\n', 'Content-Length: 1073741824'))
    isRefused(answer, 413, 'api.payload_too_large')
  })

  test('with a field twice, a prototype or a broken frame is refused', async (t) => {
    const { http } = await start(t)
    const bodies = [
      `${field('amount', '1')}${field('amount', '1000')}${end}`,
      `${field('__proto__', 'x')}${end}`,
      `${field('a[__proto__][admin]', 'x')}${end}`,
      `${field('constructor', 'x')}${end}`,
      `${field('n'.repeat(200), 'x')}${end}`,
      field('amount', '1'),
      'no frame at all',
    ]
    for (const body of bodies) {
      isRefused(await exchange(http.port, frame(body)), 400, 'api.malformed_request')
    }
    const json = field('amount', '1.00000000000000000001').replace(
      '\r\n\r\n',
      '\r\nContent-Type: application/json\r\n\r\n',
    )
    const typed = await exchange(http.port, frame(json + end))
    isRefused(typed, 400, 'api.malformed_request')
  })

  test('of too many parts or too long a field is refused', async (t) => {
    const { http } = await start(t)
    const many = Array.from({ length: 40 }, (_, n) => field(`f${n}`, 'x')).join('')
    isRefused(await exchange(http.port, frame(many + end)), 413, 'api.payload_too_large')
    const long = field('fullName', 'x'.repeat(70_000))
    isRefused(await exchange(http.port, frame(long + end)), 413, 'api.payload_too_large')
  })

  test('that breaks off does not affect the server', async (t) => {
    const { http, send } = await start(t)
    for (let round = 0; round < 40; round += 1) {
      const socket = connect(http.port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write(frame(field('amount', '1'), 'Content-Length: 5000'), () =>
        socket.resetAndDestroy(),
      )
      await once(socket, 'close')
    }
    await eventually('its slots to be free', async () => {
      const answer = await send({ amount: '1', payment: valid.jpeg, fullName: 'B' })
      return answer.status === 200
    })
  })

  test('of a sender at the limit is refused; uploads of others are not', async (t) => {
    const { http, send } = await start(t)
    const slow = Array.from({ length: uploadLimits.atOnceEach }, () => {
      const socket = connect(http.port, '127.0.0.1').on('error', () => undefined)
      socket.write(frame(field('amount', '1'), 'Content-Length: 5000'))
      return socket
    })
    const fields = { amount: '1', payment: valid.jpeg, fullName: 'B' }
    let refused = await send(fields)
    await eventually('their slots to be taken', async () => {
      refused = await send(fields)
      return refused.status !== 200
    })
    assert.deepEqual([refused.status, refused.message], [429, 'api.too_many_requests'])
    assert.ok(refused.headers.has('retry-after'))
    assert.equal((await send(fields, { 'x-user': '2' })).status, 200)
    for (const socket of slow) socket.destroy()
    await eventually('a slot to be free', async () => (await send(fields)).status === 200)
  })

  test('of a sender who leaves the queue takes no slot', async (t) => {
    const { http, send } = await start(t)
    const sockets = Array.from({ length: 200 }, (_, index) => {
      const socket = connect(http.port, '127.0.0.1').on('error', () => undefined)
      socket.write(frame(field('amount', '1'), `X-User: ${index}`, 'Content-Length: 5000'))
      return socket
    })
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets) socket.resetAndDestroy()
    await eventually('a slot to be free', async () => {
      const fields = { amount: '1', payment: valid.jpeg, fullName: 'B' }
      return (await send(fields, { 'x-user': 'another' })).status === 200
    })
  })
})

test('a repeated key with the same files gets the first response, with others 409', async (t) => {
  const { url } = await testDatabase(t)
  const { send } = await start(t, { databaseUrl: url })
  const fields = { amount: '1', fullName: 'B' }
  const key = { 'idempotency-key': 'key-1' }
  const first = await send({ ...fields, payment: valid.jpeg }, key)
  assert.equal(first.status, 200)
  const again = await send({ ...fields, payment: valid.jpeg }, key)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const other = await send({ ...fields, payment: padded(5_000) }, key)
  assert.equal(other.message, 'api.idempotency_key_reused')
  const amount = await send({ ...fields, amount: '2', payment: valid.jpeg }, key)
  assert.equal(amount.message, 'api.idempotency_key_reused')
})

test('an endpoint without files takes no multipart', async (t) => {
  const row = endpoint({
    method: 'POST',
    path: '/api/plain',
    tag: 'test',
    summary: 'A test.',
    access: anyone,
    body: z.object({ amount: moneyText }),
    run: () => undefined,
    reply: success('api.x'),
  })
  const http = await startHttp(t, httpContext(t), [deposit, row])
  const body = new FormData()
  body.set('amount', '1')
  assert.equal((await http.call('/api/plain', { method: 'POST', body })).status, 415)
})
