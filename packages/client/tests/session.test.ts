import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTukar, memoryStore, Refusal, type StoredSession, type Tukar } from '../src/client.ts'
import { lost, ok, refused, responder, type Sent, tokens, url } from './responder.ts'

const refreshPath = 'POST /api/auth/refresh-token'

function storeWith(generation: number) {
  const store = memoryStore()
  const session: StoredSession = { tokens: tokens(generation), deviceKeys: {} }
  store.save(session)
  return store
}

const isRefresh = ({ operation }: Sent): boolean => operation === refreshPath
const bearerOf = ({ headers }: Sent): string | null => headers.get('authorization')

/** Accepts one access token only, and responds to refreshes as the test says. */
const accepting = (
  generation: number,
  refresh: (sent: Sent, count: number) => Response | Error,
) => {
  let refreshes = 0
  return responder((sent) => {
    if (isRefresh(sent)) {
      refreshes += 1
      return refresh(sent, refreshes)
    }
    const isRight = bearerOf(sent) === `Bearer xat_${generation}`
    return isRight ? ok([]) : refused(401, 'auth.unauthenticated')
  })
}

describe('a refresh of the session', () => {
  test('is made once for many calls at once, and each of them succeeds', async () => {
    const { fetch, sent } = accepting(2, () => ok(tokens(2)))
    const store = storeWith(1)
    const tukar = createTukar({ url, store, fetch })
    const calls = Array.from({ length: 30 }, () => tukar.get('/api/users/coins'))
    for (const coins of await Promise.all(calls)) assert.deepEqual(coins, [])
    assert.equal(sent.filter(isRefresh).length, 1)
    assert.deepEqual((await store.load())?.tokens, tokens(2))
  })

  test('whose response was lost is repeated with the same token at once', async () => {
    const { fetch, sent } = accepting(2, (_sent, count) => (count < 3 ? lost() : ok(tokens(2))))
    const tukar = createTukar({ url, store: storeWith(1), fetch })
    await tukar.get('/api/users/coins')
    const bodies = sent.filter(isRefresh).map(({ body }) => body)
    assert.deepEqual(bodies, Array(3).fill('{"refreshToken":"xrt_1"}'))
  })

  test('that is refused ends the session here, and the app is told once', async () => {
    const { fetch } = accepting(2, () => refused(401, 'api.invalid_token'))
    const store = storeWith(1)
    let ended = 0
    const onSignedOut = () => {
      ended += 1
    }
    const tukar = createTukar({ url, store, fetch, onSignedOut })
    const calls = [1, 2, 3].map(() => tukar.get('/api/users/coins'))
    for (const { status } of await Promise.allSettled(calls)) assert.equal(status, 'rejected')
    assert.equal(ended, 1)
    assert.equal(await tukar.isSignedIn(), false)
    assert.equal((await store.load())?.tokens, null)
  })

  test('that fails for a while keeps the session', async () => {
    const { fetch } = accepting(2, () => refused(429, 'api.too_many_requests'))
    const store = storeWith(1)
    const tukar = createTukar({ url, store, fetch, tries: 1 })
    await assert.rejects(tukar.get('/api/users/coins'), { key: 'api.too_many_requests' })
    assert.deepEqual((await store.load())?.tokens, tokens(1))
  })

  test('is left out if another tab of the app has made it', async () => {
    const { fetch, sent } = accepting(2, () => refused(401, 'api.invalid_token'))
    const store = storeWith(1)
    const tukar = createTukar({ url, store, fetch })
    assert.equal(await tukar.isSignedIn(), true)
    await store.save({ tokens: tokens(2), deviceKeys: {} })
    assert.deepEqual(await tukar.get('/api/users/coins'), [])
    assert.equal(sent.filter(isRefresh).length, 0)
  })

  test('does not bring back a session that was signed out meanwhile', async () => {
    const arrived = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const { fetch } = responder(async (sent) => {
      if (sent.operation === 'DELETE /api/auth') return ok()
      if (!isRefresh(sent)) return refused(401, 'auth.unauthenticated')
      arrived.resolve()
      await released.promise
      return ok(tokens(2))
    })
    const tukar = createTukar({ url, store: storeWith(1), fetch })
    const call = assert.rejects(tukar.get('/api/users/coins'), Refusal)
    await arrived.promise
    await tukar.signOut()
    released.resolve()
    await call
    assert.equal(await tukar.isSignedIn(), false)
  })
})

describe('a sign-in', () => {
  test('stores the tokens, and sends the key of the device to its account alone', async () => {
    const { fetch, sent } = responder(() => ok(tokens(1), { 'x-device-key': 'xdk_1' }))
    const tukar = createTukar({ url, fetch, store: storeWith(7) })
    await tukar.signIn({ email: 'Ani@tukar.test', password: 'p' })
    await tukar.signIn({ email: 'ani@tukar.test', password: 'p' })
    await tukar.signIn({ email: 'budi@tukar.test', password: 'p' })
    assert.deepEqual(
      sent.map(({ headers }) => headers.get('x-device-key')),
      [null, 'xdk_1', null],
    )
    assert.deepEqual(sent.map(bearerOf), [null, null, null])
    assert.equal(await tukar.isSignedIn(), true)
  })

  test('is undone by a sign-out, also of a session that has ended', async () => {
    const { fetch } = accepting(2, () => refused(401, 'api.invalid_token'))
    const tukar = createTukar({ url, fetch, store: storeWith(1) })
    await tukar.signOut()
    assert.equal(await tukar.isSignedIn(), false)
  })

  test('is undone by a sign-out even if the service cannot be reached', async () => {
    const { fetch } = responder(lost)
    const store = storeWith(1)
    await store.save({ tokens: tokens(1), deviceKeys: { 'ani@tukar.test': 'xdk_1' } })
    const tukar = createTukar({ url, fetch, store })
    await assert.rejects(tukar.signOut(), { name: 'ConnectionError' })
    const left = { tokens: null, deviceKeys: { 'ani@tukar.test': 'xdk_1' } }
    assert.deepEqual(await store.load(), left)
  })
})

test('a change of one user is not sent for another who signed in in a second tab', async () => {
  const body = { side: 'SELL', type: 'MARKET', txPair: 'BTC_IDR', volume: '1' } as const
  for (const change of [
    (tukar: Tukar) => tukar.post('/api/exchange/venue/order', { body }),
    (tukar: Tukar) => tukar.get('/api/user-messages/read'),
    (tukar: Tukar) => tukar.get('/api/withdraws/otp'),
  ]) {
    const { first, store, sent } = await replacedInSecondTab()
    await assert.rejects(change(first), Refusal)
    assert.deepEqual(sent.map(bearerOf), ['Bearer xat_1'])
    assert.deepEqual((await store.load())?.tokens, tokens(5))
    assert.deepEqual(await first.get('/api/users/coins'), [])
  }
})

/** A client whose user signed out in a second tab, where another user signed in. */
async function replacedInSecondTab() {
  const accepted = new Set(['Bearer xat_1'])
  const { fetch, sent } = responder(({ operation, headers }) => {
    if (operation === 'POST /api/auth/login') return ok(tokens(5))
    if (accepted.has(headers.get('authorization') ?? '')) return ok([])
    return refused(401, 'auth.unauthenticated')
  })
  const store = memoryStore()
  await store.save({ tokens: tokens(1), deviceKeys: {}, account: 'ani@tukar.test' })
  const [first, second] = [createTukar({ url, store, fetch }), createTukar({ url, store, fetch })]
  await first.get('/api/users/coins')
  await second.signOut()
  await second.signIn({ email: 'budi@tukar.test', password: 'p' })
  accepted.clear()
  accepted.add('Bearer xat_5')
  sent.length = 0
  return { first, store, sent }
}
