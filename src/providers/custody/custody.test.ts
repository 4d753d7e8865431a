import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { freePort } from '../../../tests/free-port.ts'
import { configOf, production } from '../../../tests/make/config.ts'
import { systemClock } from '../../base/clock.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import { type Custody, connectCustody } from './custody.ts'

let rig: Rig
before(async () => {
  rig = await startRig(1_000)
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const publicKey = createPublicKey(testSecrets.custodyKey)
  .export({ type: 'spki', format: 'pem' })
  .toString()

const connect = ({
  apiKey = testSecrets.custodyApiKey,
  timeoutMs = 10_000,
  baseUrl = `${rig.sandbox.url}/custody`,
  clock = systemClock,
} = {}): Custody =>
  connectCustody(
    {
      baseUrl,
      apiKey,
      apiPrivateKey: testSecrets.custodyKey,
      webhookKey: publicKey,
      webhookKeys: [publicKey],
      jwksUrl: `${rig.sandbox.url}/custody/.well-known/jwks.json`,
      vault: '1',
      defaultAddresses: [],
    },
    { clock, log: pino({ level: 'silent' }), random: systemRandom, timeoutMs },
  )

const fault = (name: string, change: object = {}) =>
  rig.control('POST', '/faults', { provider: 'custody', fault: name, times: 1, ...change })

const sending = {
  externalTxId: 'wd-00000001',
  assetId: 'ETH',
  amount: '0.123456789012345678',
  address: `0x${'ab'.repeat(20)}`,
  tag: null,
}

test('the base address is accepted with and without its version and a trailing slash', async () => {
  for (const ending of ['', '/', '/v1', '/v1/']) {
    const CUSTODY_BASE_URL = `${rig.sandbox.url}/custody${ending}`
    const { baseUrl } = configOf({ ...production, CUSTODY_BASE_URL }).custody
    const opened = await connect({ baseUrl }).openVault({ name: 'tukar-6', key: 'vault-6' })
    assert.equal(opened.kind, 'accepted', ending)
  }
})

test('one key opens one account, and an address is requested once', async () => {
  const custody = connect()
  const [one, again, two] = [
    await custody.openVault({ name: 'tukar-7', key: 'vault-7' }),
    await custody.openVault({ name: 'tukar-7', key: 'vault-7' }),
    await custody.openVault({ name: 'tukar-8', key: 'vault-8' }),
  ]
  assert.ok(one.kind === 'accepted' && two.kind === 'accepted')
  assert.deepEqual(again, one)
  assert.notEqual(two.value.id, one.value.id)
  const wanted = {
    vault: one.value.id,
    assetId: 'BTC',
    tagged: false,
    description: 'user 7',
    key: 'btc-7',
  }
  const address = await custody.openAddress(wanted)
  assert.ok(address.kind === 'accepted')
  assert.match(address.value.address, /^bc1q/)
  assert.match(address.value.legacyAddress ?? '', /^1/)
  assert.equal(address.value.tag, null)
  assert.deepEqual(await custody.openAddress(wanted), address)
})

test('a repeat after some minutes uses another key', async (t) => {
  const keys: unknown[] = []
  const failing = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    response.writeHead(500).end()
  })
  const port = await freePort()
  failing.listen(port, '127.0.0.1')
  await once(failing, 'listening')
  t.after(() => failing.close())
  const baseUrl = `http://127.0.0.1:${port}`
  let minutes = 0
  const clock = { ...systemClock, now: () => new Date(minutes * 60_000) }
  const custody = connect({ baseUrl, clock })
  for (minutes of [0, 9, 10]) await custody.openVault({ name: 'tukar-7', key: 'vault-7' })
  const [first, soon, later] = keys
  assert.equal(soon, first)
  assert.notEqual(later, first)
})

test('an address of a tagged coin has a tag, and that of any other coin has none', async () => {
  const custody = connect()
  const open = (assetId: string, key: string) =>
    custody.openAddress({ vault: '1', assetId, tagged: assetId === 'XRP', description: '', key })
  const [xrp, other, sol] = [await open('XRP', 'a'), await open('XRP', 'b'), await open('SOL', 'c')]
  assert.ok(xrp.kind === 'accepted' && other.kind === 'accepted' && sol.kind === 'accepted')
  assert.equal(xrp.value.address, other.value.address)
  assert.notEqual(xrp.value.tag, other.value.tag)
  assert.equal(sol.value.tag, null)
})

test('the address of a wallet that exists already is read back', async () => {
  const wanted = { vault: '9', tagged: false, description: '' }
  for (const assetId of ['BTC', 'ETH', 'TRX', 'SOL', 'TRX_USDT_S2UZ']) {
    const wish = { ...wanted, assetId, key: `address-${assetId}` }
    const first = await connect().openAddress(wish)
    assert.ok(first.kind === 'accepted', assetId)
    assert.deepEqual(await connect().openAddress({ ...wish, key: 'another' }), first, assetId)
  }
})

test('a transfer is found by our id with the digits we sent', async () => {
  const custody = connect()
  const sent = await custody.send(sending)
  assert.ok(sent.kind === 'accepted', JSON.stringify(sent))
  const found = await custody.findByExternalId(sending.externalTxId)
  assert.ok(found.kind === 'accepted', JSON.stringify(found))
  assert.equal(found.value.amount, sending.amount)
  assert.equal(found.value.id, sent.value.id)
  const absent = await custody.findByExternalId('wd-99999999')
  assert.ok(absent.kind === 'rejected' && absent.status === 404)
})

test('a repeated transfer gets the same response, and is not sent again', async () => {
  const custody = connect()
  await fault('drop-response', { path: '/v1/transactions', method: 'POST' })
  assert.equal((await custody.send(sending)).kind, 'unknown')
  const again = await custody.send(sending)
  assert.ok(again.kind === 'accepted', JSON.stringify(again))
  const all = await custody.listTransactions({ createdAfterMs: 0, limit: 10 })
  assert.ok(all.kind === 'accepted')
  assert.deepEqual(
    all.value.map(({ transaction }) => transaction?.id),
    [again.value.id],
  )
})

test('an asset unknown to custody is refused with its message, an address is checked', async () => {
  const custody = connect()
  const refused = await custody.send({ ...sending, assetId: 'NOPE' })
  assert.ok(refused.kind === 'rejected')
  assert.deepEqual([refused.code, refused.status], ['1503', 400])
  assert.match(refused.message, /'NOPE' is not supported/)
  const unreadable = await custody.send({ ...sending, amount: 'much' })
  assert.ok(unreadable.kind === 'rejected')
  assert.equal(unreadable.code, 'HTTP_400')
  assert.match(unreadable.message, /amount/)
  const good = { assetId: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' }
  assert.deepEqual(await custody.checkAddress(good), { kind: 'accepted', value: { isValid: true } })
  const bad = await custody.checkAddress({ ...good, address: 'T1234' })
  assert.ok(bad.kind === 'accepted' && !bad.value.isValid)
  const unchecked = await custody.checkAddress({ assetId: 'ETH', address: sending.address })
  assert.ok(unchecked.kind === 'rejected' && unchecked.status === 400)
})

test('deposits are listed oldest first, with their distinguishing fields', async () => {
  const custody = connect()
  const deposit = { address: 'rUs', tag: '12', assetId: 'XRP', amount: '25', index: 3, note: 'n' }
  await rig.control('POST', '/custody/deposits', { ...deposit, txHash: 'ab12' })
  await rig.control('POST', '/custody/deposits', { ...deposit, amount: '1.5' })
  const all = await custody.listTransactions({ createdAfterMs: 0, limit: 10 })
  assert.ok(all.kind === 'accepted', JSON.stringify(all))
  const [first, second] = all.value.map(({ transaction }) => transaction)
  assert.deepEqual(
    [first?.status, first?.txHash, first?.address, first?.tag, first?.index, first?.kind],
    ['COMPLETED', 'ab12', 'rUs', '12', 3, 'transfer'],
  )
  assert.equal(second?.amount, '1.5')
  const held = await custody.holdings()
  assert.ok(held.kind === 'accepted')
  assert.deepEqual([...held.value], [['XRP', '26.5']])
})

test('a wrong key is a clear refusal, and an invalid response leaves it open', async () => {
  const refused = await connect({ apiKey: 'somebody' }).holdings()
  assert.ok(refused.kind === 'rejected' && refused.status === 401)
  for (const name of ['error-500', 'error-429', 'bad-json', 'drop-response']) {
    await fault(name)
    assert.equal((await connect().holdings()).kind, 'unknown', name)
  }
  await fault('timeout', { delayMs: 5_000 })
  assert.deepEqual(await connect({ timeoutMs: 50 }).holdings(), { kind: 'unknown', why: 'timeout' })
})
