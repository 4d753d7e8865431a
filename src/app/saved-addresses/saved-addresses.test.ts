import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import { saveAddress } from '../../../tests/make/saved-address.ts'
import { expectOk, makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { outside } from '../../../tests/make/withdrawal.ts'

const path = '/api/user/addresses'

async function listOf(tukar: Tukar, { token }: Trader) {
  const answer = await tukar.call('GET', path, { token })
  assert.deepEqual(messageOf(answer), [200, 'api.saved_addresses_retrieved'])
  return answer.body.data
}

test('a kept address is listed to its owner alone, who is notified', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  assert.deepEqual(messageOf(await saveAddress(tukar, trader)), [200, 'api.address_saved'])
  const [{ id, createdAt, ...saved }, ...others] = await listOf(tukar, trader)
  assert.deepEqual(others, [])
  assert.ok(id > 0 && Date.parse(createdAt) > 0)
  const kept = { symbol: 'BTC', network: 'BTC', label: 'My ledger', address: outside, tag: null }
  assert.deepEqual(saved, kept)
  assert.deepEqual(await listOf(tukar, other), [])
  const [mail] = await mailsArrived(tukar, trader.email, 1)
  assert.match(mail?.subject ?? '', /address book/)
})

test('an address that is kept again gets the new label, and counts once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  expectOk(await saveAddress(tukar, trader))
  const address = outside.toUpperCase()
  expectOk(await saveAddress(tukar, trader, { label: 'Cold wallet', address }))
  const labels = (await listOf(tukar, trader)).map(({ label }: { label: string }) => label)
  assert.deepEqual(labels, ['Cold wallet'])
})

test('what a withdrawal would refuse is not kept', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const xrp = { symbol: 'XRP', network: 'XRP', address: 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh' }
  // Its EIP-55 checksum, the case of its letters, is wrong.
  const address = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const mistyped = { symbol: 'ETH', network: 'ETH', address }
  for (const [fields, message] of [
    [{ address: `${outside}x` }, 'api.withdrawal_address_invalid'],
    [mistyped, 'api.withdrawal_address_invalid'],
    [{ tag: '7' }, 'api.withdrawal_tag_invalid'],
    [xrp, 'api.withdrawal_tag_invalid'],
    [{ symbol: 'NONE' }, 'The selected symbol is invalid.'],
    [{ network: 'ETH' }, 'The selected network is invalid.'],
    [{ label: 'two\nlines' }, /label field must be one line/],
  ] as const) {
    const [status, found] = messageOf(await saveAddress(tukar, trader, fields))
    assert.equal(status, 400)
    assert.match(String(found), message instanceof RegExp ? message : new RegExp(`^${message}$`))
  }
  assert.deepEqual(await listOf(tukar, trader), [])
})

test('an address of a user or of the house is not kept', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const body = { symbol: 'ETH', network: 'ETH' }
  const created = await tukar.call('POST', '/api/users/coin-address', { ...trader, body })
  const [house = ''] = tukar.config.custody.defaultAddresses
  for (const fields of [
    { ...body, address: created.body.data.address },
    { symbol: 'USDT', network: 'ERC20', address: created.body.data.address },
    { ...body, address: house },
  ]) {
    const refused = messageOf(await saveAddress(tukar, trader, fields))
    assert.deepEqual(refused, [400, 'api.withdrawal_to_own_address'])
  }
  assert.deepEqual(await listOf(tukar, trader), [])
})

test('a kept address is deleted by its owner alone, once', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  expectOk(await saveAddress(tukar, trader))
  const [{ id }] = await listOf(tukar, trader)
  const remove = ({ token }: Trader) => tukar.call('DELETE', `${path}/${id}`, { token })
  const missing = [404, 'api.saved_address_not_found']
  assert.deepEqual(messageOf(await remove(other)), missing)
  assert.deepEqual(messageOf(await remove(trader)), [200, 'api.saved_address_deleted'])
  assert.deepEqual(messageOf(await remove(trader)), missing)
  assert.deepEqual(await listOf(tukar, trader), [])
})
