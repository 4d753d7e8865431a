import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, afterEach, before, describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { systemClock } from '../../base/clock.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import { connectObjectStore } from './connect-object-store.ts'
import type { ObjectStore } from './object-store.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const log = pino({ level: 'silent' })
const name = () => randomBytes(16).toString('hex')

type Changes = Readonly<{ baseUrl?: string; secretKey?: string; timeoutMs?: number }>

function inBucket(t: TestContext, { timeoutMs = 3_000, ...changes }: Changes = {}): ObjectStore {
  const objectStore = {
    baseUrl: `${rig.sandbox.url}/s3`,
    bucket: 'pictures',
    region: 'ap-southeast-3',
    accessKey: testSecrets.storageAccessKey,
    secretKey: testSecrets.storageSecretKey,
    ...changes,
  }
  const tools = { clock: systemClock, log, random: systemRandom, timeoutMs }
  const store = connectObjectStore({ dataDir: '/nowhere', objectStore }, tools)
  t.after(() => store.close())
  return store
}

/** A server in place of the store; returns its URL. */
async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close().closeAllConnections())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

async function inFolder(t: TestContext): Promise<Readonly<{ store: ObjectStore; root: string }>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-objects-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const objectStore = { baseUrl: null, bucket: '', region: '', accessKey: '', secretKey: '' }
  const tools = { clock: systemClock, log, random: systemRandom }
  const store = connectObjectStore({ dataDir, objectStore }, tools)
  return { store, root: path.join(dataDir, 'objects') }
}

const drivers: Readonly<Record<string, (t: TestContext) => Promise<ObjectStore>>> = {
  'a bucket': async (t) => inBucket(t),
  'a folder': async (t) => (await inFolder(t)).store,
}

for (const [kind, open] of Object.entries(drivers)) {
  describe(kind, () => {
    test('returns the exact stored bytes, large ones too, and replaces them', async (t) => {
      const store = await open(t)
      const key = name()
      for (const bytes of [randomBytes(5 * 1024 * 1024), Buffer.from('second')]) {
        assert.deepEqual(await store.put(key, bytes), { kind: 'accepted', value: null })
        assert.deepEqual(await store.get(key), { kind: 'accepted', value: bytes })
      }
    })

    test('has nothing under a name that was never put, or that was deleted', async (t) => {
      const store = await open(t)
      const key = name()
      assert.deepEqual(await store.get(key), { kind: 'accepted', value: null })
      await store.put(key, Buffer.from('x'))
      assert.deepEqual(await store.delete(key), { kind: 'accepted', value: null })
      assert.deepEqual(await store.get(key), { kind: 'accepted', value: null })
      assert.deepEqual(await store.delete(key), { kind: 'accepted', value: null })
    })

    test('keeps daily files by their names, which no list has', async (t) => {
      const store = await open(t)
      const file = 'events/2026-05-01/0001.jsonl.gz'
      assert.deepEqual(await store.put(file, Buffer.from('x')), { kind: 'accepted', value: null })
      assert.deepEqual(await store.get(file), { kind: 'accepted', value: Buffer.from('x') })
      const empty = { kind: 'accepted', value: { objects: [], next: null } }
      assert.deepEqual(await store.list(''), empty)
    })

    test('lists in the order of names, from any name on', async (t) => {
      const store = await open(t)
      const empty = { kind: 'accepted', value: { objects: [], next: null } }
      assert.deepEqual(await store.list(''), empty)
      const keys = Array.from({ length: 20 }, name).sort()
      for (const key of keys) await store.put(key, Buffer.from('x'))
      for (const [from, expected] of [
        ['', keys],
        [keys[9] ?? '', keys.slice(10)],
        ['f'.repeat(33), []],
      ] as const) {
        const listed = await store.list(from)
        assert.ok(listed.kind === 'accepted' && listed.value.next === null)
        assert.deepEqual(
          listed.value.objects.map((object) => object.name),
          expected,
        )
        for (const { storedAt } of listed.value.objects) {
          assert.ok(Math.abs(Date.now() - storedAt.getTime()) < 60_000)
        }
      }
    })
  })
}

describe('a bucket', () => {
  test('that fails, is silent or drops the line may have taken the object', async (t) => {
    const faults = [
      ['error-500', 'server-error'],
      ['error-429', 'throttled'],
      ['drop-response', 'connection-lost'],
      ['timeout', 'timeout'],
    ] as const
    for (const [fault, why] of faults) {
      await rig.control('POST', '/faults', { provider: 'storage', fault })
      const store = inBucket(t, { timeoutMs: fault === 'timeout' ? 400 : 10_000 })
      const key = name()
      const answer = await store.put(key, Buffer.from('x'))
      assert.deepEqual(answer, { kind: 'unknown', why }, fault)
      await rig.control('DELETE', '/faults')
      const found = await inBucket(t).get(key)
      const kept = fault === 'drop-response' ? Buffer.from('x') : null
      assert.deepEqual(found, { kind: 'accepted', value: kept }, fault)
    }
  })

  test('that fails once is sent a second time', async (t) => {
    await rig.control('POST', '/faults', { provider: 'storage', fault: 'error-500', times: 1 })
    assert.equal((await inBucket(t).put(name(), Buffer.from('x'))).kind, 'accepted')
  })

  test('that is missing, or refuses our key, is reported as such', async (t) => {
    const away = inBucket(t, { baseUrl: 'http://127.0.0.1:1/s3' })
    assert.deepEqual(await away.put(name(), Buffer.from('x')), {
      kind: 'unknown',
      why: 'unreachable',
    })
    const wrongKey = inBucket(t, { secretKey: 'another' })
    assert.deepEqual(await wrongKey.get(name()), { kind: 'unknown', why: 'login-refused' })
  })

  test('that keeps failing is not called for a while', async (t) => {
    const store = inBucket(t, { baseUrl: 'http://127.0.0.1:1/s3' })
    for (let tries = 0; tries < 5; tries += 1) await store.get(name())
    assert.deepEqual(await store.get(name()), { kind: 'unknown', why: 'circuit-open' })
  })

  test('is not followed elsewhere, and gives no more than an object can hold', async (t) => {
    let requests = 0
    const url: string = await serve(t, (request, response) => {
      requests += 1
      if (request.url?.includes('elsewhere') === true) return response.end('stolen')
      if (request.method === 'PUT') {
        return response.writeHead(307, { location: `${url}/elsewhere` }).end()
      }
      for (let megabytes = 0; megabytes < 40; megabytes += 1)
        response.write(Buffer.alloc(1024 ** 2))
      return response.end()
    })
    const store = inBucket(t, { baseUrl: url })
    const put = await store.put(name(), Buffer.from('x'))
    assert.deepEqual(put, { kind: 'unknown', why: 'redirected' })
    assert.equal(requests, 1)
    assert.deepEqual(await store.get(name()), { kind: 'unknown', why: 'unreadable' })
  })

  test('that answers with something else than a list is unreadable', async (t) => {
    for (const page of ['<html><p>Welcome</html>', '<html><p>Welcome</p></html>', '']) {
      const baseUrl = await serve(t, (_request, response) => response.end(page))
      const answer = await inBucket(t, { baseUrl }).list('')
      assert.deepEqual(answer, { kind: 'unknown', why: 'unreadable' }, page)
    }
  })

  test('shows its objects to the tests, and returns nothing for foreign ones', async (t) => {
    const store = inBucket(t)
    await store.put('f'.repeat(32), Buffer.from('ours'))
    await store.put('notes.txt', Buffer.from('theirs'))
    const listed = await store.list('')
    assert.ok(listed.kind === 'accepted')
    assert.deepEqual(
      listed.value.objects.map((object) => object.name),
      ['f'.repeat(32)],
    )
    const { json } = await rig.control('GET', '/state')
    const bodies = JSON.stringify(json)
    assert.ok(bodies.includes('"storage"') && bodies.includes('"notes.txt"'))
  })
})

describe('a folder', () => {
  test('is open to its owner only, and holds nothing but whole objects', async (t) => {
    const { store, root } = await inFolder(t)
    const key = name()
    await store.put(key, Buffer.from('whole'))
    const objectPath = path.join(root, key.slice(0, 2), key)
    assert.equal((await readFile(objectPath)).toString(), 'whole')
    const { stdout } = await promisify(execFile)('find', [root, '-perm', '/077'])
    assert.equal(stdout, '')
    assert.deepEqual(await readdir(path.join(root, 'incoming')), [])
  })

  test('accepts no name that leads out of it', async (t) => {
    const { store } = await inFolder(t)
    const daily = ['events/../2026-05-01/x.json', 'events/2026-05-01/../../x.json']
    for (const bad of ['../../etc/passwd', '..', '', 'ABC', `${'a'.repeat(32)}/x`, ...daily]) {
      assert.equal((await store.put(bad, Buffer.from('x'))).kind, 'unknown', bad)
      assert.equal((await store.get(bad)).kind, 'unknown', bad)
      assert.equal((await store.delete(bad)).kind, 'unknown', bad)
    }
  })

  test('that can not be written leaves it open whether it took the object', async (t) => {
    const { store, root } = await inFolder(t)
    const key = name()
    await writeFile(path.join(path.dirname(root), 'objects'), 'a file where the folder should be')
    const answer = await store.put(key, Buffer.from('x'))
    assert.deepEqual(answer, { kind: 'unknown', why: 'server-error' })
  })

  test('deletes the remains of a killed writer, after an hour', async (t) => {
    const { store, root } = await inFolder(t)
    await store.put(name(), Buffer.from('x'))
    const [old, fresh] = ['old', 'fresh'].map((file) => path.join(root, 'incoming', file))
    assert.ok(old !== undefined && fresh !== undefined)
    for (const file of [old, fresh]) await writeFile(file, 'half')
    await utimes(old, new Date(Date.now() - 3_700_000), new Date(Date.now() - 3_700_000))
    await store.list('')
    assert.deepEqual(await readdir(path.join(root, 'incoming')), ['fresh'])
  })
})
