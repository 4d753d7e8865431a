import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { exchange, isRefused, startHttp } from '../../../../tests/make/http-server.ts'
import { jpegPicture } from '../../../../tests/make/pictures.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { optional, rawText } from '../contracts/contracts.ts'
import { anyone } from '../endpoint/admit.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import { success } from '../envelope.ts'
import { uploadLimits } from './upload-turns.ts'
import { image } from './uploads.ts'

const maxBytes = 1024 * 1024
const most = 2 * maxBytes + uploadLimits.overheadBytes
const jpeg = await jpegPicture()

const face = image({ maxBytes, types: ['image/jpeg'] })
const send = endpoint({
  method: 'POST',
  path: '/api/faces',
  tag: 'test',
  summary: 'A test.',
  access: anyone,
  body: z.object({ note: rawText({ max: 100 }), left: face, right: optional(face) }),
  run: (_ctx, { note, left }) => ({ note, bytes: left.bytes.length }),
  reply: success('api.sent', z.object({ note: z.string(), bytes: z.int() })),
})

const start = (t: TestContext) => startHttp(t, httpContext(t), [send])

const part = (headers: string, content: string | Buffer) =>
  Buffer.concat([Buffer.from(`--b\r\n${headers}\r\n\r\n`), Buffer.from(content), lineEnd])
const lineEnd = Buffer.from('\r\n')
const named = (name: string) => `Content-Disposition: form-data; name="${name}"`
const text = (name: string, value: string) => part(named(name), value)
const file = (name: string, bytes: Buffer) => part(`${named(name)}; filename="a.jpg"`, bytes)
const end = Buffer.from('--b--\r\n')

const head = (length: string) =>
  [
    'POST /api/faces HTTP/1.1',
    'Host: x',
    'Connection: close',
    'Content-Type: multipart/form-data; boundary=b',
    length,
    '',
    '',
  ].join('\r\n')

const whole = (...parts: readonly Buffer[]) => {
  const body = Buffer.concat([...parts, end])
  return Buffer.concat([Buffer.from(head(`Content-Length: ${body.length}`)), body])
}

/** A body with its parts as chunks, without the terminating chunk. */
const unended = (...parts: readonly Buffer[]) =>
  Buffer.concat([
    Buffer.from(head('Transfer-Encoding: chunked')),
    ...parts.flatMap((one) => [Buffer.from(`${one.length.toString(16)}\r\n`), one, lineEnd]),
  ])

const picture = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])

describe('a multipart body in chunks', () => {
  test('is accepted within its bounds', async (t) => {
    const http = await start(t)
    const body = unended(text('note', 'x'), file('left', jpeg), file('right', jpeg), end)
    const answer = await exchange(http.port, body, '0\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 200 /)
  })

  test('that exceeds the limits of its files is refused before its end', async (t) => {
    setLimits(t, uploadLimits, { atOnceEach: 8 })
    const http = await start(t)
    const beyond: Readonly<Record<string, readonly Buffer[]>> = {
      'a file that is too large': [file('left', picture(most + 1))],
      'a file that nobody asked for': [file('other', picture(most + 1))],
      'files that are each small enough': [
        file('left', picture(maxBytes)),
        file('right', picture(maxBytes)),
        file('other', Buffer.alloc(maxBytes)),
      ],
      'what stands before the first part': [Buffer.alloc(most + 1, 0x20)],
      'what stands after the last part': [text('note', 'x'), end, Buffer.alloc(most + 1)],
      'a text': [text('note', 'x'.repeat(most + 1))],
    }
    const refused = Object.entries(beyond).map(async ([name, parts]) => {
      const answer = await exchange(http.port, unended(...parts))
      assert.match(answer, /^HTTP\/1\.1 413 .*connection: close/is, name)
      isRefused(answer, 413, 'api.payload_too_large')
    })
    await Promise.all(refused)
  })
})

describe('a hostile multipart body', () => {
  test('is refused as soon as a second file of one field begins', async (t) => {
    const http = await start(t)
    const second = file('left', jpeg).subarray(0, 200)
    const answer = await exchange(http.port, unended(file('left', jpeg), second))
    isRefused(answer, 400, 'api.malformed_request')
  })

  test('may leave one of two inputs with the same name empty', async (t) => {
    const http = await start(t)
    const parts = [text('note', 'x'), file('left', Buffer.alloc(0)), file('left', jpeg)]
    assert.match(await exchange(http.port, whole(...parts)), /^HTTP\/1\.1 200 /)
  })

  test('is refused when a text or a name in it can not be stored', async (t) => {
    setLimits(t, uploadLimits, { atOnceEach: 8 })
    const http = await start(t)
    const inUtf16 = `${named('note')}\r\nContent-Type: text/plain; charset=utf-16le`
    const encoded = (name: string) => `Content-Disposition: form-data; name*=utf-8''${name}`
    const invalid: Readonly<Record<string, Buffer>> = {
      'a NUL in a text': text('note', 'a\0b'),
      'a NUL alone': text('note', '\0'),
      'half a surrogate pair': part(inUtf16, Buffer.from([0x41, 0x00, 0x00, 0xd8])),
      'a NUL in a name': text('no\0te', 'x'),
      'a NUL in an encoded name': part(encoded('no%00te'), 'x'),
      'a NUL in the name of a file': file('ri\0ght', jpeg),
      'a NUL in the name of an empty file': file('ri\0ght', Buffer.alloc(0)),
      'a NUL in a text nobody asked for': text('other', 'a\0b'),
    }
    const refused = Object.entries(invalid).map(async ([name, one]) => {
      const answer = await exchange(http.port, whole(file('left', jpeg), one))
      assert.match(answer, /^HTTP\/1\.1 400 /, name)
      isRefused(answer, 400, 'api.malformed_request')
    })
    await Promise.all(refused)
    const valid = [file('left', jpeg), text('note', 'valid \u{1f600}')]
    assert.match(await exchange(http.port, whole(...valid)), /^HTTP\/1\.1 200 /)
  })
})
