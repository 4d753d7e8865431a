import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { type TestDatabase, testDatabase } from '../../../../tests/database.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { exchange, startHttp } from '../../../../tests/make/http-server.ts'
import {
  type Bell,
  bellEndpoint,
  bellPath,
  inboxOf,
  makeBell,
  makeNode,
  ringing,
} from '../../../../tests/make/inbox-node.ts'
import { makeListener, relayedBy, type SeenRequest } from '../../../../tests/make/relayed.ts'
import { keyFor } from '../../../base/secrets/crypto.ts'
import { callbackHeaders } from '../../../providers/callback-headers.ts'
import { authenticatedHeaders, isRelayed, relayLimits } from './relay.ts'

const one = { id: 'one', says: 'ding' }

/** Starts a leader and a follower with its address, each with its own server. */
async function twoNodes(t: TestContext, database: TestDatabase, bell: Bell) {
  const [leader, follower] = [makeNode(t, database), makeNode(t, database)]
  await leader.lead()
  const atLeader = await startHttp(t, leader.ctx, [bellEndpoint(bell)])
  const atFollower = await startHttp(t, follower.ctx, [bellEndpoint(bell)])
  follower.follow(atLeader.url)
  return { leader, follower, atLeader, atFollower }
}

/** Returns the relayed request that a node sends to the leader, as captured by a plain server. */
async function captureRelayed(t: TestContext, event = one) {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const nodes = await twoNodes(t, database, bell)
  const listener = await makeListener(t)
  nodes.follower.follow(listener.url)
  const headers = { 'x-callback-token': 'a token', 'x-venue-timestamp': '1' }
  assert.equal((await nodes.atFollower.post(bellPath, event, headers)).status, 200)
  const [seen] = listener.seen
  assert.ok(seen)
  return { ...nodes, database, bell, seen }
}

/** The headers needed to send the captured request again. */
const sameHeaders = ({ headers }: SeenRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)
        ? [[name, value]]
        : [],
    ),
  )

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

test('a relayed request is the same to the byte, with its headers', async (t) => {
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
  assert.equal(seen?.headers['x-relay-secret'], undefined, 'what an outsider says of relays stays')
  assert.deepEqual(await inboxOf(database.db), [], 'the leader has it')
})

test('a relayed request holds none of our secrets', async (t) => {
  const { seen, follower } = await captureRelayed(t)
  const sent = JSON.stringify([seen.url, seen.headers, seen.body])
  const [appKey] = follower.ctx.config.appKeys
  for (const secret of [appKey, keyFor(appKey, 'relay'), keyFor(appKey, 'relay-mac')]) {
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      assert.ok(!sent.includes(secret.toString(encoding)), encoding)
    }
  }
})

test('a callback is relayed once: a second follower reports that it does not lead', async (t) => {
  const { leader, atLeader, atFollower, database, seen } = await captureRelayed(t)
  leader.follow(atFollower.url)
  const refused = await atLeader.post(bellPath, seen.body, sameHeaders(seen))
  assert.equal(refused.status, 503)
  assert.ok(refused.headers.get('retry-after'))
  assert.deepEqual(await inboxOf(database.db), [])
})

test('an event is stored when the node it is passed on to does not lead either', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { leader, atLeader, atFollower } = await twoNodes(t, database, bell)
  leader.follow(atLeader.url)
  assert.equal((await atFollower.post(bellPath, one)).status, 200)
  assert.deepEqual(await inboxOf(database.db), [{ key: 'one', state: 'pending', outcome: null }])
})

test('a changed relayed request counts as a call from outside', async (t) => {
  const { seen, atFollower, atLeader, follower, bell } = await captureRelayed(t)
  follower.follow(atLeader.url)
  const { 'x-relay-mac': mac, 'x-relay-time': time, ...others } = sameHeaders(seen)
  const relayed = { ...others, 'x-relay-mac': mac ?? '', 'x-relay-time': time ?? '' }
  const later = String(BigInt(time ?? 0) + 1n)
  const changed = [
    { body: seen.body.replace('ding', 'dong'), headers: relayed },
    { body: seen.body, path: `${bellPath}?`, headers: relayed },
    { body: seen.body, headers: { ...relayed, 'x-callback-token': 'another token' } },
    { body: seen.body, headers: { ...relayed, 'fireblocks-signature': 'added' } },
    { body: seen.body, headers: { ...relayed, 'x-relay-time': later } },
    { body: seen.body, headers: { ...relayed, 'x-relay-mac': `${mac}00` } },
    { body: seen.body, headers: { ...others, 'x-relay-mac': mac ?? '' } },
    { body: seen.body, headers: { ...others, 'x-relay-time': time ?? '' } },
    { body: seen.body, headers: { ...others, 'x-relay-secret': 'guess' } },
  ]
  // This node does not lead: it refuses relayed requests with 503 and relays all others.
  assert.equal((await atFollower.post(bellPath, seen.body, relayed)).status, 503)
  for (const { body, headers, path = bellPath } of changed) {
    assert.equal((await atFollower.post(path, body, headers)).status, 200, JSON.stringify(headers))
  }
  assert.deepEqual(await bell.rings(), ['one dong', 'one ding'])
})

test('a relayed request is valid for half a minute, and for this deployment only', async (t) => {
  const ctx = httpContext(t)
  const { config, clock } = ctx
  const request = await relayedBy(t, ctx, ringing(one))
  const at = (ms: number) => ({ ...clock, now: () => new Date(sentMs + ms) })
  const sentMs = Number(request.headers['x-relay-time'])
  const { windowMs: relayWindowMs } = relayLimits
  const moments = [0, relayWindowMs, -relayWindowMs, relayWindowMs + 1, -relayWindowMs - 1]
  assert.deepEqual(
    moments.map((ms) => isRelayed({ config, clock: at(ms) }, request)),
    [true, true, true, false, false],
  )
  const foreign = { ...config, appKeys: [Buffer.alloc(32, 5)] as const }
  assert.equal(isRelayed({ config: foreign, clock }, request), false)
  assert.equal(isRelayed({ config, clock }, { ...request, method: 'PUT' }), false)
})

test('the MAC covers every header that a callback is verified by', () => {
  const folder = import.meta.dirname
  const files = readdirSync(folder).filter((file) =>
    /^(?:custody|payd|payx|report-queue|venue)-(?:signature|token)\.ts$/.test(file),
  )
  const read = files.flatMap((file) => {
    const source = readFileSync(path.join(folder, file), 'utf8')
    const named = source.matchAll(/headerOf\(request, '([^']+)'\)|headers\['([^']+)'\]/g)
    const taken = source.matchAll(/const \{ ([a-z]+) \} = request\.headers/g)
    return [...named, ...taken].map((found) => found[1] ?? found[2] ?? '')
  })
  assert.equal(files.length, 5)
  assert.deepEqual(
    [...new Set(read), ...Object.values(callbackHeaders)].toSorted(),
    authenticatedHeaders,
  )
})

test('a leader that is gone, refuses, or points elsewhere makes the node store', async (t) => {
  const database = await testDatabase(t)
  const bell = await makeBell(database)
  const { follower, atFollower } = await twoNodes(t, database, bell)
  const elsewhere = await makeListener(t)
  const addresses = [
    'http://127.0.0.1:1',
    (await makeListener(t, 503)).url,
    (await makeListener(t, 500)).url,
    (await makeListener(t, 401)).url,
    (await makeListener(t, 307, { location: elsewhere.url })).url,
  ]
  for (const [at, address] of addresses.entries()) {
    follower.follow(address)
    assert.equal((await atFollower.post(bellPath, { ...one, id: `e${at}` })).status, 200)
  }
  assert.deepEqual(
    await inboxOf(database.db),
    addresses.map((_, at) => ({ key: `e${at}`, state: 'pending', outcome: null })),
  )
  assert.deepEqual(elsewhere.seen, [])
})

test('a request line with another host reaches only this service', async (t) => {
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
