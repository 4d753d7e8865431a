import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { makeDepositAddress } from '../../../../tests/make/custody.ts'
import {
  becomes,
  type Fields,
  fund,
  later,
  moveAtCustody,
  outside,
  pauseCustody,
  refused,
  run,
  sentToCustody,
  startWithdrawer,
  usdt,
  withdrawalsOf,
  withdrawCoin,
  xrp,
} from '../../../../tests/make/withdrawal.ts'

test('a coin or a network that is switched off or unknown is inactive', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  for (const fields of [{ symbol: 'DOGE' }, { network: 'SOL' }, { symbol: 'IDR' }]) {
    await refused(tukar, trader, fields, 'api.coin_is_inactive')
  }
  await run(tukar, `update networks set withdraw_active = false where network = 'BTC'`)
  await refused(tukar, trader, {}, 'api.coin_is_inactive')
})

test('one of our own addresses is refused in any spelling', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await fund(tukar, trader, 500_000_000n, usdt)
  await fund(tukar, trader, 500_000_000n, xrp)
  const segwit = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const legacy = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
  const user = trader.id
  await makeDepositAddress(db, 'BTC', 'BTC', { user, address: segwit, legacyAddress: legacy })
  const eth = await makeDepositAddress(db, 'ETH', 'ETH')
  const shared = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
  await makeDepositAddress(db, 'XRP', 'XRP', { address: shared, tag: '5' })
  const mixed = `0x${eth.address.slice(2).toUpperCase()}`
  const [gathering = ''] = tukar.config.custody.defaultAddresses
  const tether = { symbol: 'USDT', network: 'ERC20', amount: '20' }
  const destinations: Fields[] = [
    { toAddress: segwit },
    { toAddress: segwit.toUpperCase() },
    { toAddress: ` ${segwit} ` },
    { toAddress: legacy },
    { ...tether, toAddress: eth.address },
    { ...tether, toAddress: mixed },
    { ...tether, toAddress: gathering },
    { symbol: 'XRP', network: 'XRP', amount: '25', toAddress: shared, destination_tag: 77 },
  ]
  for (const ownAddress of destinations) {
    await refused(tukar, trader, ownAddress, 'api.withdrawal_to_own_address')
  }
})

test('an address of ours is refused on every network on which its key has one', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await fund(tukar, trader, 500_000_000n, usdt)
  await fund(tukar, trader, 500_000_000n, xrp)
  const user = trader.id
  const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
  const segwit = 'bc1qkhmky7v220258gq5etut9970lre0jdlgkqs2ca'
  await makeDepositAddress(db, 'TRX', 'TRX', { user, address: tron })
  await makeDepositAddress(db, 'BTC', 'BTC', { user, address: segwit })
  const tether = { symbol: 'USDT', amount: '20' }
  const ripple = { symbol: 'XRP', network: 'XRP', amount: '25', destination_tag: '1' }
  for (const fields of [
    { ...tether, network: 'TRC20', toAddress: tron },
    { ...tether, network: 'ERC20', toAddress: '0x5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb' },
    { ...ripple, toAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' },
    { toAddress: '1Hb9fJwWyBN1j9sVRW59hDkukGNbAdtyT4' },
  ]) {
    await refused(tukar, trader, fields, 'api.withdrawal_to_own_address')
  }
})

test('an address from which nothing returns is refused', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  await fund(tukar, trader, 500_000_000n, usdt)
  await fund(tukar, trader, 500_000_000n, xrp)
  const tether = { symbol: 'USDT', amount: '20' }
  const ripple = { symbol: 'XRP', network: 'XRP', amount: '25', destination_tag: '1' }
  for (const fields of [
    { toAddress: '1111111111111111111114oLvT2' },
    { ...tether, network: 'ERC20', toAddress: `0x${'0'.repeat(40)}` },
    { ...tether, network: 'ERC20', toAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    { ...tether, network: 'TRC20', toAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    { ...ripple, toAddress: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp' },
  ]) {
    await refused(tukar, trader, fields, 'api.withdrawal_address_invalid')
  }
  assert.deepEqual(await withdrawalsOf(tukar, trader), [])
})

test('an invalid address of the network is refused', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  const bad = [
    '0x52908400098527886e0f7030069857d2e4169ee7',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'Bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'vitalik.eth',
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  ]
  for (const toAddress of bad) {
    await refused(tukar, trader, { toAddress }, 'api.withdrawal_address_invalid')
  }
})

test('an address that custody does not check goes by the checks of its network', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  await fund(tukar, trader, 500_000_000n, usdt)
  const tether = { symbol: 'USDT', network: 'ERC20', amount: '20' }
  const wrongCase = { ...tether, toAddress: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }
  await refused(tukar, trader, wrongCase, 'api.withdrawal_address_invalid')
  const rightCase = { ...tether, toAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }
  const tron = { ...tether, network: 'TRC20', toAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }
  for (const fields of [rightCase, tron, { toAddress: outside }]) {
    await later(tukar, trader)
    const answer = await withdrawCoin(tukar, trader, fields)
    assert.equal(answer.status, 200, answer.text)
  }
})

test('XRP takes a tag of 32 bits, and nothing else takes any', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  await fund(tukar, trader, 500_000_000n, xrp)
  const to = {
    symbol: 'XRP',
    network: 'XRP',
    amount: '25',
    toAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  }
  for (const tag of [undefined, '-1', '4294967296', '01', 'memo', '1.5']) {
    await refused(tukar, trader, { ...to, destination_tag: tag }, 'api.withdrawal_tag_invalid')
  }
  await refused(tukar, trader, { destination_tag: '1' }, 'api.withdrawal_tag_invalid')
  const answer = await withdrawCoin(tukar, trader, { ...to, destination_tag: '4294967295' })
  assert.equal(answer.status, 200, answer.text)
  await becomes(tukar, trader, 'SUCCESS')
  assert.equal((await sentToCustody(tukar))[0]?.destinationTag, '4294967295')
})

test('amounts out of bounds, or not above the fee, are refused', async (t) => {
  const { tukar, trader } = await startWithdrawer(t)
  const residentialAddress = 'Jalan Merdeka 1'
  await refused(tukar, trader, { amount: '0.00049999' }, 'api.withdrawal_below_minimum')
  await run(tukar, `update networks set max_withdrawal = 1000000 where network = 'BTC'`)
  const much = { amount: '0.01000001', residentialAddress }
  await refused(tukar, trader, much, 'api.withdrawal_above_maximum')
  await run(tukar, `update networks set withdrawal_fee = 500000 where network = 'BTC'`)
  await refused(tukar, trader, { amount: '0.005' }, 'api.withdrawal_below_minimum')
  assert.deepEqual(await withdrawalsOf(tukar, trader), [])
})

test('a withdrawal of high worth or to a new destination waits for operators', async (t) => {
  const { tukar, trader, db } = await startWithdrawer(t)
  await pauseCustody(tukar)
  await run(
    tukar,
    `update settings set value = '1000000000'
    where key = 'withdrawal.daily_limit_idr'`,
  )
  await run(tukar, `update assets set daily_withdrawal_limit = 100000000 where symbol = 'BTC'`)
  const residentialAddress = 'Jalan Merdeka 1'
  for (const [amount, toAddress] of [
    ['0.00999999', outside],
    ['0.01', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['0.05', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['0.5', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ]) {
    const answer = await withdrawCoin(tukar, trader, { amount, toAddress, residentialAddress })
    assert.equal(answer.status, 200, answer.text)
    await later(tukar, trader)
  }
  const [first, ...waiting] = await withdrawalsOf(tukar, trader)
  assert.deepEqual(
    waiting.map(({ status, needed, reasons }) => [status, needed, reasons]),
    [
      ['PENDING_APPROVAL', 1, ['new destination']],
      ['PENDING_APPROVAL', 2, ['large amount', 'a new account', 'new destination']],
      [
        'PENDING_APPROVAL',
        2,
        ['very large amount', 'large amount', 'a new account', 'new destination'],
      ],
    ],
  )
  await becomes(tukar, trader, 'SUBMITTED')
  await moveAtCustody(tukar, first?.requestId ?? '', 'COMPLETED')
  await becomes(tukar, trader, 'SUCCESS')
  await run(tukar, `update withdrawals set ended_at = ended_at - interval '1 day'`)
  const known = await withdrawCoin(tukar, trader, { amount: '0.01', residentialAddress })
  assert.equal(known.body.data.status, 'PROCESSING', 'it was paid out to a day before')
  assert.ok((await sentToCustody(tukar)).length <= 2)
  await auditsClean(db)
})
