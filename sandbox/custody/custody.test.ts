import assert from 'node:assert/strict'
import { createHash, createPublicKey, randomUUID, sign, verify } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import Fastify from 'fastify'
import { z } from 'zod'
import {
  type Answered,
  Callbacks,
  call,
  eventually,
  type Rig,
  startRig,
  testSecrets,
} from '../test-rig.ts'
import { idempotentReplies } from './replies.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const encoded = (text: string) => Buffer.from(text).toString('base64url')

type Signed = Readonly<{
  uri?: string
  body?: string
  key?: string
  nonce?: string
  exp?: number
  idempotencyKey?: string
}>

function bearer(path: string, body: string, change: Signed = {}): string {
  const now = Math.floor(Date.now() / 1_000)
  const claims = {
    uri: change.uri ?? `/v1${path}`,
    nonce: change.nonce ?? randomUUID(),
    iat: now,
    exp: change.exp ?? now + 30,
    sub: change.key ?? testSecrets.custodyApiKey,
    bodyHash: createHash('sha256')
      .update(change.body ?? body)
      .digest('hex'),
  }
  const head = encoded(JSON.stringify({ alg: 'RS256', typ: 'JWT' }))
  const unsigned = `${head}.${encoded(JSON.stringify(claims))}`
  const signature = sign('sha256', Buffer.from(unsigned), testSecrets.custodyKey)
  return `Bearer ${unsigned}.${signature.toString('base64url')}`
}

async function api(method: string, path: string, body?: unknown, change: Signed = {}) {
  const text = body === undefined ? '' : JSON.stringify(body)
  return call(`${rig.sandbox.url}/custody/v1${path}`, method, body, {
    'x-api-key': testSecrets.custodyApiKey,
    authorization: bearer(path, text, change),
    ...(change.idempotencyKey === undefined ? {} : { 'idempotency-key': change.idempotencyKey }),
  })
}

const codeOf = (answer: Answered): number | undefined =>
  z.object({ code: z.number().optional() }).parse(answer.json).code

const Address = z.looseObject({ address: z.string(), legacyAddress: z.string(), tag: z.string() })

const createWallet = (assetId: string, vault = '7') =>
  api('POST', `/vault/accounts/${vault}/${assetId}`, {})

async function openAddress(assetId: string, vault = '7') {
  const answer = await createWallet(assetId, vault)
  assert.equal(answer.status, 200, answer.text)
  return Address.parse(answer.json)
}

async function addAddress(assetId: string, vault = '7') {
  const answer = await api('POST', `/vault/accounts/${vault}/${assetId}/addresses`, {})
  assert.equal(answer.status, 200, answer.text)
  return Address.parse(answer.json)
}

const listAddresses = (assetId: string, vault = '7') =>
  api('GET', `/vault/accounts/${vault}/${assetId}/addresses_paginated`)

const callbacks = async () =>
  Callbacks.parse((await rig.control('GET', '/callbacks?provider=custody')).json)

const publicKey = createPublicKey(testSecrets.custodyKey)

test('a request without a right signature over its path and body is refused', async () => {
  const cases: readonly [Signed, number][] = [
    [{ uri: '/v1/other' }, -4],
    [{ body: '{"name":"other"}' }, -1],
    [{ key: 'somebody' }, -6],
    [{ exp: 1 }, -10],
  ]
  for (const [change, code] of cases) {
    const answer = await api('POST', '/vault/accounts', { name: 'one' }, change)
    assert.equal(answer.status, 401)
    assert.equal(codeOf(answer), code)
  }
  const once = { nonce: 'the-same' }
  assert.equal((await api('POST', '/vault/accounts', { name: 'one' }, once)).status, 200)
  assert.equal((await api('POST', '/vault/accounts', { name: 'two' }, once)).status, 401)
})

test("only both official SDKs' ways of signing are accepted", async () => {
  const path = '/vault/accounts_paged?limit=1'
  assert.equal((await api('GET', path, undefined, { uri: `/custody/v1${path}` })).status, 200)
  assert.equal((await api('GET', path, undefined, { body: '""' })).status, 200)
  assert.equal((await api('GET', path, undefined, { body: '{}' })).status, 401)
  const withBody = await api('POST', '/vault/accounts', { name: 'one' }, { body: '""' })
  assert.equal(withBody.status, 401)
  assert.equal((await api('GET', '/vault/accounts_paged/')).status, 200)
})

test('a POST with a key runs once and gets one response for a day, a refusal too', async () => {
  const idempotencyKey = 'transfer-1'
  const first = await api('POST', '/transactions', sending('wd-1'), { idempotencyKey })
  const changed = await api('POST', '/transactions', sending('wd-2'), { idempotencyKey })
  assert.deepEqual([changed.status, changed.text], [200, first.text])
  assert.equal((await api('GET', '/transactions/external_tx_id/wd-2')).status, 404)
  const refused = { idempotencyKey: 'transfer-2' }
  const none = await api('POST', '/transactions', sending('wd-3', { assetId: 'NOPE' }), refused)
  const mended = await api('POST', '/transactions', sending('wd-3'), refused)
  assert.deepEqual([mended.status, mended.text], [400, none.text])
  const long = { idempotencyKey: 'k'.repeat(41) }
  assert.equal((await api('POST', '/vault/accounts', { name: 'one' }, long)).status, 400)
})

test('after a day a key is new', async (t) => {
  const clock = { now: 0, done: 0 }
  const replies = idempotentReplies(() => clock.now)
  const server = Fastify()
  t.after(() => server.close())
  server.post('/', (request, reply) =>
    replies.once(request, reply, () => {
      clock.done += 1
      return clock.done.toString()
    }),
  )
  const post = async () => {
    const headers = { 'idempotency-key': 'one' }
    return (await server.inject({ method: 'POST', url: '/', headers })).body
  }
  assert.equal(await post(), '1')
  clock.now = 24 * 60 * 60_000 - 1
  assert.equal(await post(), '1')
  clock.now += 1
  assert.equal(await post(), '2')
})

test('fields of another type than custody documents are refused', async () => {
  const wrong: readonly [string, object][] = [
    ['/vault/accounts', { name: 5 }],
    ['/vault/accounts', { name: 'one', hiddenOnUI: 'true' }],
    ['/vault/accounts', {}],
    ['/transactions', sending('wd-1', { feeLevel: 'FAST' })],
    ['/transactions', sending('wd-1', { failOnLowFee: 'no' })],
    ['/transactions', sending('wd-1', { source: { type: 'VAULT_ACCOUNT', id: 1 } })],
    ['/transactions', sending('wd-1', { destination: { type: 'VAULT_ACCOUNT' } })],
  ]
  for (const [path, body] of wrong) {
    const refused = await api('POST', path, body)
    assert.deepEqual([refused.status, codeOf(refused)], [400, undefined], JSON.stringify(body))
  }
  for (const query of ['limit=501', 'limit=none', 'orderBy=amount', 'sort=up', 'after=then']) {
    assert.equal((await api('GET', `/transactions?${query}`)).status, 400, query)
  }
  assert.equal((await api('GET', '/vault/accounts_paged?limit=501')).status, 400)
  assert.equal((await api('GET', '/vault/accounts_paged?after=elsewhere')).status, 400)
})

const balanceOf = async (vault: string, assetId: string) => {
  const { json } = await api('GET', `/vault/accounts/${vault}/${assetId}`)
  const { total, available, pending, lockedAmount } = z
    .object({
      total: z.string(),
      available: z.string(),
      pending: z.string(),
      lockedAmount: z.string(),
    })
    .parse(json)
  return [total, available, pending, lockedAmount]
}

test('a balance is a binary number, whose digits after the 17th are rounded off', async () => {
  const { address } = await openAddress('ETH')
  const cases = [
    ['1.599984231316486435', '1.5999842313164865'],
    ['125232362323663422632351313250', '1.2523236232366342e+29'],
  ] as const
  for (const [amount, written] of cases) {
    await rig.control('POST', '/custody/deposits', { address, assetId: 'ETH', amount })
    assert.equal((await balanceOf('7', 'ETH'))[0], written)
  }
})

test('a balance is receipts less payments, and shows money in transit', async () => {
  await rig.control('POST', '/custody/pace', { auto: false })
  const { address } = await openAddress('ETH')
  await openAddress('ETH', '8')
  const deposit = { address, assetId: 'ETH', amount: '3' }
  await rig.control('POST', '/custody/deposits', deposit)
  await rig.control('POST', '/custody/deposits', { ...deposit, statuses: ['CONFIRMING'] })
  assert.deepEqual(await balanceOf('7', 'ETH'), ['3', '3', '3', '0'])
  const sides = {
    source: { type: 'VAULT_ACCOUNT', id: '7' },
    destination: { type: 'VAULT_ACCOUNT', id: '8' },
  }
  await api('POST', '/transactions', sending('move-1', sides))
  assert.deepEqual(await balanceOf('7', 'ETH'), ['3', '2.5', '3', '0.5'])
  assert.deepEqual(await balanceOf('8', 'ETH'), ['0', '0', '0.5', '0'])
  await rig.control('POST', '/custody/withdrawals/move-1', { status: 'COMPLETED' })
  assert.deepEqual(await balanceOf('7', 'ETH'), ['2.4996', '2.4996', '3', '0'])
  assert.deepEqual(await balanceOf('8', 'ETH'), ['0.5', '0.5', '0', '0'])
  assert.equal(codeOf(await api('GET', '/vault/accounts/8/BTC')), 1_006)
  assert.equal(codeOf(await api('GET', '/vault/accounts/9/ETH')), 1_004)
})

const validate = (assetId: string, address: string) =>
  api('GET', `/transactions/validate_address/${assetId}/${encodeURIComponent(address)}`)

test('addresses of XRP are checked, and no others', async () => {
  const { address } = await openAddress('XRP')
  assert.match((await validate('XRP', address)).text, /"isValid":true/)
  assert.match((await validate('XRP', `${address.slice(0, -1)}!`)).text, /"isValid":false/)
  for (const assetId of ['BTC', 'USDT_ERC20', 'TRX', 'SOL']) {
    const opened = await openAddress(assetId)
    assert.equal((await validate(assetId, opened.address)).status, 400, assetId)
  }
})

test('vault accounts share no address, and tokens share those of their chain', async () => {
  const token = await openAddress('USDT_ERC20')
  const [base] = z
    .object({ addresses: z.array(Address) })
    .parse((await listAddresses('ETH')).json).addresses
  assert.equal(base?.address, token.address)
  assert.notEqual((await openAddress('ETH', '8')).address, token.address)
})

test('a wallet is created once, and a token brings the wallet of its own chain', async () => {
  const { address } = await openAddress('USDT_ERC20')
  for (const assetId of ['USDT_ERC20', 'ETH']) {
    const again = await createWallet(assetId)
    assert.deepEqual([again.status, /"code":1026/.test(again.text)], [400, true])
    const listed = await listAddresses(assetId)
    assert.match(listed.text, new RegExp(`"address":"${address}".*"bip44AddressIndex":0`))
  }
  const unknown = await createWallet('NOPE')
  assert.deepEqual([unknown.status, /"code":1503/.test(unknown.text)], [400, true])
})

test('only wallets of UTXO and tagged assets have further addresses', async () => {
  const more = (assetId: string) => api('POST', `/vault/accounts/7/${assetId}/addresses`, {})
  assert.equal((await more('BTC')).status, 404)
  for (const assetId of ['ETH', 'SOL', 'TRX_USDT_S2UZ']) {
    await openAddress(assetId)
    assert.equal((await more(assetId)).status, 400, assetId)
  }
  const bitcoin = [await openAddress('BTC'), await addAddress('BTC'), await addAddress('BTC')]
  assert.equal(new Set(bitcoin.map(({ address }) => address)).size, 3)
  const ripple = [await openAddress('XRP'), await addAddress('XRP'), await addAddress('XRP')]
  assert.equal(new Set(ripple.map(({ address }) => address)).size, 1)
  assert.equal(new Set(ripple.map(({ tag }) => tag)).size, 3)
})

test('a deposit is reported on creation and at each status, signed in both forms', async () => {
  const { address } = await openAddress('BTC')
  const deposit = { address, assetId: 'BTC', amount: '0.001000000000000001', versions: [1, 2] }
  assert.equal((await rig.control('POST', '/custody/deposits', deposit)).status, 200)
  const received = await eventually(async () => {
    const all = await callbacks()
    return all.length === 4 && all
  })
  for (const { path, headers, body } of received) {
    assert.match(body, /"amount":0\.001000000000000001,/)
    if (path.endsWith('custody')) {
      const signature = Buffer.from(headers['fireblocks-signature'] ?? '', 'base64')
      assert.ok(verify('sha512', Buffer.from(body), publicKey, signature))
      continue
    }
    const [head, none, signature = ''] = (headers['fireblocks-webhook-signature'] ?? '').split('.')
    assert.equal(none, '')
    const signed = Buffer.from(`${head}.${encoded(body)}`)
    assert.ok(verify('sha512', signed, publicKey, Buffer.from(signature, 'base64url')))
  }
  const state = await rig.control('GET', '/state')
  assert.match(state.text, /"balances":\{"BTC":"0.001000000000000001"\}/)
})

test('the keys of signatures are published under the id that they name', async () => {
  const keys = await call(`${rig.sandbox.url}/custody/.well-known/jwks.json`, 'GET')
  assert.match(keys.text, /"kty":"RSA".*"kid":"[0-9a-f]{32}","alg":"RS512"/)
  assert.doesNotMatch(keys.text, /"d":/)
})

const sending = (externalTxId: string, change: object = {}) => ({
  assetId: 'ETH',
  source: { type: 'VAULT_ACCOUNT', id: '1' },
  destination: { type: 'ONE_TIME_ADDRESS', oneTimeAddress: { address: `0x${'ab'.repeat(20)}` } },
  amount: '0.5',
  externalTxId,
  ...change,
})

test('a transaction completes by itself and is found by our own id', async () => {
  const sent = await api('POST', '/transactions', sending('wd-1'))
  assert.equal(sent.status, 200, sent.text)
  await eventually(async () => {
    const found = await api('GET', '/transactions/external_tx_id/wd-1')
    return found.text.includes('"status":"COMPLETED"')
  })
  const statuses = (await callbacks()).map(({ body }) => /"status":"(\w+)"/.exec(body)?.[1])
  assert.deepEqual(statuses, ['SUBMITTED', 'BROADCASTING', 'CONFIRMING', 'COMPLETED'])
  const listed = await api('GET', '/transactions?limit=5&orderBy=lastUpdated&sort=ASC')
  assert.equal(z.array(z.unknown()).parse(listed.json).length, 1)
  assert.match((await rig.control('GET', '/state')).text, /"ETH":"-0.5004"/)
})

test('one of our ids is sent once; an unknown asset or account is refused', async () => {
  assert.equal((await api('POST', '/transactions', sending('wd-1'))).status, 200)
  const again = await api('POST', '/transactions', sending('wd-1'))
  assert.deepEqual([again.status, /"code":1438/.test(again.text)], [400, true])
  const wrong: readonly [object, number][] = [
    [{ assetId: 'NOPE' }, 1503],
    [{ source: { type: 'VAULT_ACCOUNT', id: 'none' } }, 11_001],
  ]
  for (const [change, code] of wrong) {
    const refused = await api('POST', '/transactions', sending('wd-2', change))
    assert.equal(refused.status, 400)
    assert.equal(codeOf(refused), code)
  }
  assert.equal((await api('GET', '/transactions/external_tx_id/wd-2')).status, 404)
  const unreadable = await api('POST', '/transactions', sending('wd-2', { amount: 'much' }))
  assert.deepEqual([unreadable.status, /"code"/.test(unreadable.text)], [400, false])
})

test('a transfer to an impossible destination is accepted, and fails', async () => {
  const nowhere = { destination: { type: 'ONE_TIME_ADDRESS', oneTimeAddress: { address: '0x12' } } }
  assert.equal((await api('POST', '/transactions', sending('wd-1', nowhere))).status, 200)
  await eventually(async () => {
    const found = await api('GET', '/transactions/external_tx_id/wd-1')
    return /"subStatus":"INVALID_ADDRESS",.*"status":"FAILED"/.test(found.text)
  })
})

test('a withdrawal takes the requested course only', async () => {
  await rig.control('POST', '/custody/pace', { auto: false })
  await api('POST', '/transactions', sending('wd-1'))
  const outcome = { status: 'FAILED', subStatus: 'INSUFFICIENT_FUNDS' }
  assert.equal((await rig.control('POST', '/custody/withdrawals/wd-1', outcome)).status, 200)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const found = await api('GET', '/transactions/external_tx_id/wd-1')
  assert.match(found.text, /"subStatus":"INSUFFICIENT_FUNDS",.*"status":"FAILED"/)
  assert.equal((await rig.control('POST', '/custody/withdrawals/wd-9', outcome)).status, 404)
})

test('a refused webhook is not sent again; one that is throttled or fails is', async () => {
  const deposit = { address: '0x1', assetId: 'ETH', amount: '1', statuses: ['COMPLETED'] }
  const refusals = [400, 401, 404, 422]
  for (const status of [...refusals, 408, 429, 503]) {
    await rig.control('POST', '/reset')
    rig.service.answerWith(status)
    await rig.control('POST', '/custody/deposits', deposit)
    const tries = () => callbacks().then(([one]) => one?.attempts.length ?? 0)
    await eventually(async () => (await tries()) >= 1)
    if (refusals.includes(status)) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      assert.equal(await tries(), 1, `${status}`)
    } else await eventually(async () => (await tries()) >= 2)
  }
  rig.service.answerWith(200)
})

test('any text can be signed and delivered once, and the response is reported', async () => {
  rig.service.answerWith(418)
  const event = await rig.control('POST', '/custody/events', {
    version: 1,
    body: '{ "odd":  1.10 }',
  })
  rig.service.answerWith(200)
  assert.deepEqual(event.json, { status: 418, body: '{"seen":true}' })
  const [callback] = await callbacks()
  assert.equal(callback?.body, '{ "odd":  1.10 }')
  assert.equal(callback?.attempts.length, 1)
})
