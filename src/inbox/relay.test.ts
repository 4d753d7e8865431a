import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type TestContext, test } from 'node:test'
import { type TestDatabase, testDatabase } from '../../tests/database.ts'
import { exchange, startHttp } from '../../tests/make/http-server.ts'
import {
  type Bell,
  bellEndpoint,
  bellPath,
  inboxOf,
  makeBell,
  makeNode,
} from '../../tests/make/inbox-node.ts'
import { keyFor } from '../base/crypto.ts'
import type { Context } from '../context.ts'

const one = { id: 'one', says: 'ding' }

/** A leader and a follower that knows it, each with its own server. */
async function twoNodes(t: TestContext, database: TestDatabase, bell: Bell) {
  const [leader, follower] = [makeNode(t, database), makeNode(t, database)]
  await leader.lead()
  const atLeader = await startHttp(t, leader.ctx, [bellEndpoint(bell)])
  const atFollower = await startHttp(t, follower.ctx, [bellEndpoint(bell)])
  follower.follow(atLeader.url)
  return { leader, follower, atLeader, atFollower }
}

type Seen = Readonly<{ url: string | undefined; headers: IncomingHttpHeaders; body: string }>

/** A place that notes what it is sent, and answers as it is told. */
async function makeListener(t: TestContext, status = 200, headers: Record<string, string> = {}) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      })
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it has no port')
  return { url: `http://127.0.0.1:${address.port}`, seen }
}

const secretOf = ({ config }: Context): string =>
  keyFor(config.appKey, 'relay').toString('base64url')

test('a callback sent to a node that does not lead takes effect once, at the leader', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { atFollower, atLeader } = await twoNodes(t, database, bell)
  const answers = await Promise.all([
    atFollower.post(bellPath, one),
    atLeader.post(bellPath, one),
    atFollower.post(bellPath, one),
  ])
  assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
  assert.equal(answers[0]?.status, 200)
  assert.deepEqual(await bell.rings(), ['one ding'])
  assert.deepEqual(await inboxOf(database.db), [
    { key: 'one', state: 'done', outcome: 'rang ding' },
  ])
})

test('what is passed on is the same to the byte, with its headers', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { follower, atFollower } = await twoNodes(t, database, bell)
  const listener = await makeListener(t)
  follower.follow(listener.url)
  const body = '{ "says" : "d\\u0069ng é",\n "id":"one" }'
  const headers = { 'x-callback-token': 'a token', 'x-relay-hop': '7', 'x-relay-secret': 'mine' }
  assert.equal((await atFollower.post(`${bellPath}?a=1&b=%20`, body, headers)).status, 200)
  const [seen] = listener.seen
  assert.equal(seen?.body, body)
  assert.equal(seen?.url, `${bellPath}?a=1&b=%20`)
  assert.equal(seen?.headers['x-callback-token'], 'a token')
  assert.equal(seen?.headers['content-type'], 'application/json')
  assert.equal(seen?.headers['x-relay-hop'], '1')
  assert.equal(seen?.headers['x-relay-secret'], secretOf(follower.ctx))
  assert.deepEqual(await inboxOf(database.db), [], 'the leader has it')
})

test('a callback is passed on once: a node that does not lead either says so', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { leader, atLeader, atFollower } = await twoNodes(t, database, bell)
  leader.follow(atFollower.url)
  const headers = { 'x-relay-hop': '1', 'x-relay-secret': secretOf(leader.ctx) }
  const refused = await atLeader.post(bellPath, one, headers)
  assert.equal(refused.status, 503)
  assert.ok(refused.headers.get('retry-after'))
  assert.deepEqual(await inboxOf(database.db), [])
  assert.equal((await atFollower.post(bellPath, one)).status, 200)
  assert.deepEqual(await inboxOf(database.db), [{ key: 'one', state: 'pending', outcome: null }])
})

test('whoever only says that a callback was passed on is not believed', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { atFollower } = await twoNodes(t, database, bell)
  for (const secret of ['', 'guess', keyFor(Buffer.alloc(32), 'relay').toString('base64url')]) {
    const headers = { 'x-relay-hop': '1', 'x-relay-secret': secret }
    assert.equal((await atFollower.post(bellPath, one, headers)).status, 200, 'no 503')
  }
  assert.deepEqual(await bell.rings(), ['one ding'])
})

test('a leader that is gone, refuses, or points elsewhere makes the node store', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { follower, atFollower } = await twoNodes(t, database, bell)
  const elsewhere = await makeListener(t)
  const places = [
    'http://127.0.0.1:1',
    (await makeListener(t, 503)).url,
    (await makeListener(t, 500)).url,
    (await makeListener(t, 401)).url,
    (await makeListener(t, 307, { location: elsewhere.url })).url,
  ]
  for (const [at, place] of places.entries()) {
    follower.follow(place)
    assert.equal((await atFollower.post(bellPath, { ...one, id: `e${at}` })).status, 200)
  }
  assert.deepEqual(
    await inboxOf(database.db),
    places.map((_, at) => ({ key: `e${at}`, state: 'pending', outcome: null })),
  )
  assert.deepEqual(elsewhere.seen, [])
})

test('a request line that names another host sends nothing there', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { atFollower } = await twoNodes(t, database, bell)
  const outsider = await makeListener(t)
  const body = JSON.stringify(one)
  const answer = await exchange(
    atFollower.port,
    `POST ${outsider.url}${bellPath} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  assert.match(answer, /^HTTP\/1.1 200 /)
  assert.deepEqual(outsider.seen, [])
  assert.deepEqual(await bell.rings(), ['one ding'])
})
