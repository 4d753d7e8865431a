import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { eventually, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { startHttp } from '../../../tests/make/http-server.ts'
import { keptFile } from '../../../tests/make/kept-file.ts'
import { jpegPicture, pngPicture } from '../../../tests/make/pictures.ts'
import { systemClock } from '../../base/clock.ts'
import type { Context } from '../../context.ts'
import { fileUrl } from '../../platform/files/file-url.ts'
import { largeAnswerLimits } from '../../platform/http/responses/large-answers.ts'
import { createLog } from '../../platform/http/server/log.ts'
import { fileEndpoints } from './routes.ts'

type Kept = Readonly<{ tukar: Tukar; ctx: Context; name: string; bytes: Buffer; path: string }>

const notFound = [404, 'api.not_found']

/** Starts a service that stores one picture. */
async function keep(t: TestContext): Promise<Kept> {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const image = await ctx.images.clean(await jpegPicture(), 'image/jpeg')
  assert.ok(image !== null)
  const name = await keptFile(ctx, image)
  return { tukar, ctx, name, bytes: image.bytes, path: pathOf(ctx, name) }
}

const pathOf = (ctx: Pick<Context, 'clock' | 'config'>, name: string): string => {
  const { pathname, search } = new URL(fileUrl(ctx, name) ?? 'never:')
  return `${pathname}${search}`
}

const at = (ms: number) => ({ ...systemClock, now: () => new Date(Date.now() + ms) })

test('a signed URL of ours returns the picture as stored, inline and uncached', async (t) => {
  const { tukar, ctx, name, bytes } = await keep(t)
  const url = fileUrl(ctx, name) ?? ''
  assert.ok(url.startsWith(`${tukar.config.baseUrl}/api/files/${name}?`))
  const answer = await fetch(url)
  assert.equal(answer.status, 200)
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes)
  for (const [header, value] of [
    ['content-type', 'image/jpeg'],
    ['cache-control', 'private, no-store'],
    ['x-content-type-options', 'nosniff'],
    ['content-disposition', 'inline'],
  ] as const) {
    assert.equal(answer.headers.get(header), value)
  }
})

describe('a URL of a file', () => {
  test('is invalid if any part of it is changed, missing or repeated', async (t) => {
    const { tukar, ctx, name, path } = await keep(t)
    const image = await ctx.images.clean(await pngPicture(), 'image/png')
    assert.ok(image !== null)
    const other = await keptFile(ctx, image)
    const [bare = ''] = path.split('?')
    const query = new URL(path, tukar.url).searchParams
    const expires = Number(query.get('expires'))
    const signature = query.get('signature') ?? ''
    const flipped = signature.replace(/^./, (char) => (char === 'A' ? 'B' : 'A'))
    const forged = [
      bare,
      `${bare}?expires=${expires}`,
      `${bare}?signature=${signature}`,
      `${bare}?expires=${expires}&signature=`,
      `${bare}?expires=${expires}&signature=${flipped}`,
      `${bare}?expires=${expires}&signature=${signature.slice(1)}`,
      `${bare}?expires=${expires + 1}&signature=${signature}`,
      `${bare}?expires=0${expires}&signature=${signature}`,
      `${bare}?expires=9e99&signature=${signature}`,
      `${bare}?expires=&signature=${signature}`,
      `${path}&expires=${expires + 9_999}`,
      `${path}&signature=${signature}`,
      path.replace(name, other),
      path.replace(name, name.toUpperCase()),
      path.replace(name, '..%2F..%2Fsecrets.json'),
      path.replace(name, 'x'),
    ]
    for (const one of forged) {
      const answer = await tukar.call('GET', one)
      assert.deepEqual(messageOf(answer), notFound, one)
    }
  })

  test('is valid for five minutes and not a second longer', async (t) => {
    const { ctx, name } = await keep(t)
    for (const [laterMs, status] of [
      [298_000, 200],
      [300_000, 404],
    ] as const) {
      const http = await startHttp(t, { ...ctx, clock: at(laterMs) }, fileEndpoints)
      assert.equal((await http.call(pathOf(ctx, name))).status, status)
    }
  })

  test('of another installation, or of an invalid name, is refused', async (t) => {
    const { tukar, ctx, name } = await keep(t)
    const appKeys = [Buffer.alloc(32, 8)] as const
    const foreign = { ...ctx, config: { ...ctx.config, appKeys } }
    const answer = await tukar.call('GET', pathOf(foreign, name))
    assert.deepEqual(messageOf(answer), notFound)
    assert.equal(fileUrl(ctx, '../../etc/passwd'), null)
    const never = await tukar.call('GET', pathOf(ctx, 'a'.repeat(32)))
    assert.deepEqual(messageOf(never), notFound)
  })

  test('never comes into the log with its signature', async (t) => {
    const { ctx, name } = await keep(t)
    const lines: string[] = []
    const log = createLog({ logLevel: 'trace' }, { write: (line) => lines.push(line) })
    const http = await startHttp(t, { ...ctx, log }, fileEndpoints)
    const path = pathOf(ctx, name)
    await http.call(path)
    await http.call(path.replace(name, 'x'))
    const signature = new URL(path, http.url).searchParams.get('signature') ?? ''
    const text = lines.join('')
    assert.ok(text.includes('/api/files/{name}'))
    assert.ok(signature !== '' && !text.includes(signature) && !text.includes('signature='))
  })
})

describe('a stored picture', () => {
  test('is encrypted in the store: nothing of it can be read there', async (t) => {
    const { tukar, name, bytes } = await keep(t)
    const { body } = await tukar.control('GET', '/state')
    const [object, ...others] = body.storage.objects
    assert.deepEqual([object.Key, others], [name, []])
    const lying = Buffer.from(object.Body, 'base64')
    assert.equal(lying.length, bytes.length + 28)
    for (let from = 0; from + 16 <= bytes.length; from += 16) {
      assert.ok(!lying.includes(bytes.subarray(from, from + 16)))
    }
    assert.ok(!lying.includes('JFIF') && !lying.subarray(0, 3).equals(bytes.subarray(0, 3)))
  })

  test('that was changed in the store, or lies under another name, is not shown', async (t) => {
    const { tukar, ctx, name, path } = await keep(t)
    const image = await ctx.images.clean(await pngPicture(), 'image/png')
    assert.ok(image !== null)
    const other = await keptFile(ctx, image)
    const found = await ctx.objectStore.get(other)
    assert.ok(found.kind === 'accepted' && found.value !== null)
    await ctx.objectStore.put(name, found.value)
    assert.equal((await tukar.call('GET', path)).status, 404)
    const changed = Buffer.from(found.value)
    changed.writeUInt8(changed.readUInt8(50) ^ 1, 50)
    await ctx.objectStore.put(other, changed)
    assert.equal((await tukar.call('GET', pathOf(ctx, other))).status, 404)
  })

  test('is closed to another application key, and to the key of another row', async (t) => {
    const { tukar, ctx, name, path } = await keep(t)
    const config = { ...ctx.config, appKeys: [Buffer.alloc(32, 8)] as const }
    const foreign = { ...ctx, config, log: pino({ level: 'silent' }) }
    const http = await startHttp(t, foreign, fileEndpoints)
    assert.equal((await http.call(pathOf(foreign, name))).status, 404)
    assert.equal((await tukar.call('GET', path)).status, 200)
    const image = await ctx.images.clean(await pngPicture(), 'image/png')
    assert.ok(image !== null)
    await keptFile(ctx, image)
    await sql`update files set sealed_key = (
      select sealed_key from files where name <> ${name}) where name = ${name}`.execute(ctx.db.read)
    assert.equal((await tukar.call('GET', path)).status, 404)
  })

  test('is in memory at most as often as the limit of one network allows', async (t) => {
    const { ctx, path } = await keep(t)
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    let reads = 0
    const objectStore = {
      ...ctx.objectStore,
      get: async (name: string) => {
        reads += 1
        await gate
        return ctx.objectStore.get(name)
      },
    }
    const bounds = { leastBytes: 1_000_000, bytesEach: 3_000_000, waitingEach: 10, waiting: 10 }
    const largeAnswers = { ...largeAnswerLimits, ...bounds }
    const http = await startHttp(t, { ...ctx, objectStore }, fileEndpoints, { largeAnswers })
    const statuses: number[] = []
    const requests = Array.from({ length: 50 }, async () => {
      statuses.push((await http.call(path)).status)
    })
    await eventually('all others to be refused', async () => {
      return statuses.length === 37
    })
    assert.ok(statuses.every((status) => status === 503))
    assert.equal(reads, 3)
    open()
    await Promise.all(requests)
    assert.deepEqual(statuses.slice(37), Array(13).fill(200))
    assert.equal((await http.call(path)).status, 200)
  })

  test('that the store cannot return yet is requested again later', async (t) => {
    const { tukar, path } = await keep(t)
    await tukar.control('POST', '/faults', { provider: 'storage', fault: 'error-500' })
    const answer = await tukar.call('GET', path)
    assert.deepEqual(messageOf(answer), [503, 'api.service_unavailable'])
    assert.ok(answer.headers.has('retry-after'))
    await tukar.control('DELETE', '/faults')
    assert.equal((await send(tukar.url, 'GET', path)).status, 200)
  })
})
