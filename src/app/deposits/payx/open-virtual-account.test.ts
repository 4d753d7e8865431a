import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { makeUser } from '../../../../tests/make/ledger.ts'
import { reportPayx } from '../../../../tests/make/payx.ts'
import { proveIdentity } from '../../../../tests/make/phones.ts'
import { expectOk, makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import { makeVirtualAccount } from '../../../../tests/make/virtual-account.ts'
import { silent } from '../../../../tests/server.ts'
import { Refusal } from '../../../base/refusal.ts'
import { systemRandom } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../core/database/database.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { openVirtualAccount, virtualAccountBanks } from './open-virtual-account.ts'
import { recordVirtualAccount } from './virtual-accounts.sql.ts'

const path = '/api/payx/virtual-accounts'

const open = (tukar: Tukar, { token }: Trader, body: unknown) =>
  tukar.call('POST', path, { token, body })

/** Returns the virtual accounts that the payx sandbox has opened. */
const opened = async (tukar: Tukar): Promise<readonly { bank_code: string }[]> =>
  (await tukar.control('GET', '/state')).body.payx.virtualAccounts

test('an account is opened once a bank, and a repeat returns the same one', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const first = await open(tukar, trader, { bankCode: 'BCA' })
  assert.equal(first.status, 200, first.text)
  assert.equal(first.body.message, 'api.virtual_account_created')
  assert.deepEqual(Object.keys(first.body.data), [
    'id',
    'bankCode',
    'accountNumber',
    'name',
    'status',
    'createdAt',
  ])
  assert.match(first.body.data.accountNumber, /^10766\d{11}$/)
  const again = await open(tukar, trader, { bankCode: ' BCA ' })
  assert.equal(again.body.data.accountNumber, first.body.data.accountNumber)
  assert.equal((await opened(tukar)).length, 1)
  await open(tukar, trader, { bankCode: 'BNI' })
  const listed = await tukar.call('GET', path, { token: trader.token })
  assert.equal(listed.body.message, 'api.virtual_accounts_retrieved')
  const banks = listed.body.data.map((account: { bankCode: string }) => account.bankCode)
  assert.deepEqual(banks, ['BCA', 'BNI'])
})

test('beside an account that payx closed its user opens another one', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const first = (await open(tukar, trader, { bankCode: 'BCA' })).body.data.accountNumber
  const [{ id }] = (await tukar.control('GET', '/state')).body.payx.virtualAccounts
  expectOk(await reportPayx(tukar, 'created-va', { id, status: 'INACTIVE' }))
  const { accountNumber } = (await open(tukar, trader, { bankCode: 'BCA' })).body.data
  assert.notEqual(accountNumber, first)
  const listed = await tukar.call('GET', path, { token: trader.token })
  const accounts: readonly { accountNumber: string; status: string }[] = listed.body.data
  const numbers = accounts.map((account) => account.accountNumber)
  assert.deepEqual([numbers, accounts[0]?.status], [[first, accountNumber], 'INACTIVE'])
})

test('a user with an address that begins like a bank gets an account at every bank', async (t) => {
  const tukar = await startTukar(t)
  const parts = ['siti.mandiri', 'permata.indah', 'permatasari', 'bca', 'brigitta+bank', '123']
  for (const part of parts) {
    const trader = await makeTrader(tukar, `${part}@tukar.test`)
    for (const bankCode of ['BCA', 'MANDIRI']) {
      const answer = await open(tukar, trader, { bankCode })
      assert.equal(answer.status, 200, `${part}: ${answer.text}`)
      assert.match(answer.body.data.accountNumber, /^\d+$/)
    }
  }
  const { virtualAccounts } = (await tukar.control('GET', '/state')).body.payx
  const names = virtualAccounts.map(({ name }: { name: string }) => name)
  const neutral = 'PELANGGAN'
  const wanted = ['SITI', 'INDAH', neutral, neutral, neutral, neutral]
  assert.deepEqual(
    names,
    wanted.flatMap((name) => [name, name]),
  )
})

test('ten concurrent requests end with one account, and its payments arrive', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => open(tukar, trader, { bankCode: 'BCA' })),
  )
  const numbers = new Set(answers.map(({ body }) => body.data.accountNumber))
  assert.equal(numbers.size, 1)
  const [accountNumber] = numbers
  await tukar.control('POST', '/payx/va-payments', { accountNumber, amount: 10_000 })
  await eventually('the credit', async () => {
    const coins = await tukar.call('GET', '/api/users/coins', { token: trader.token })
    return coins.body.data.some(({ available }: { available: string }) => available === '5560')
  })
})

test('two traders have different accounts, and see only their own', async (t) => {
  const tukar = await startTukar(t)
  const [one, two] = [await makeTrader(tukar), await makeTrader(tukar)]
  const account = await makeVirtualAccount(tukar, one)
  assert.notEqual((await makeVirtualAccount(tukar, two)).accountNumber, account.accountNumber)
  const listed = await tukar.call('GET', path, { token: one.token })
  assert.deepEqual(
    listed.body.data.map(({ accountNumber }: { accountNumber: string }) => accountNumber),
    [account.accountNumber],
  )
})

test('a bank that payx does not serve is refused with its own message', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (const bankCode of ['XYZ', 'bca', 'constructor', 7, ['BCA']]) {
    const answer = await open(tukar, trader, { bankCode })
    assert.equal(answer.status, 400)
    assert.equal(answer.body.message, 'The selected bank code is invalid.')
  }
  for (const body of [{}, { bankCode: '' }, { bankCode: null }]) {
    const answer = await open(tukar, trader, body)
    assert.equal(answer.body.message, 'The bank code field is required.')
  }
  assert.deepEqual(await opened(tukar), [])
})

test('an account can be opened at every bank of payx', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await proveIdentity(tukar, trader)
  for (const bankCode of virtualAccountBanks) {
    assert.equal((await open(tukar, trader, { bankCode })).status, 200, bankCode)
  }
  const banks = (await opened(tukar)).map(({ bank_code }) => bank_code)
  assert.deepEqual(banks, [...virtualAccountBanks])
})

test('an account with a lost response is learned from the callback, and opened once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const fault = { provider: 'payx', fault: 'drop-response', method: 'POST', times: 1 }
  await tukar.control('POST', '/faults', fault)
  const lost = await open(tukar, trader, { bankCode: 'BCA' })
  assert.equal(lost.status, 400)
  assert.equal(lost.body.message, 'api.virtual_account_unavailable')
  const healed = await eventually('the callback', async () => {
    const listed = await tukar.call('GET', path, { token: trader.token })
    return listed.body.data[0]?.accountNumber
  })
  const again = await open(tukar, trader, { bankCode: 'BCA' })
  assert.equal(again.body.data.accountNumber, healed)
  assert.equal(again.body.data.status, 'ACTIVE')
  assert.equal((await opened(tukar)).length, 1)
})

test('while payx is unclear, the trader gets an error and may retry', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (const fault of ['error-500', 'error-429']) {
    await tukar.control('POST', '/faults', { provider: 'payx', fault, method: 'POST', times: 1 })
    const answer = await open(tukar, trader, { bankCode: 'BCA' })
    assert.equal(answer.status, 400)
    assert.equal(answer.body.message, 'api.virtual_account_unavailable')
  }
  assert.equal((await open(tukar, trader, { bankCode: 'BCA' })).status, 200)
})

type AccountRequest = Parameters<Context['payx']['createVirtualAccount']>[0]
type Answered = Awaited<ReturnType<Context['payx']['createVirtualAccount']>>

/** Returns a context whose payx returns the given response. */
function withPayx(
  db: Database,
  answer: (requested: AccountRequest) => Answered | Promise<Answered>,
) {
  return {
    db,
    random: systemRandom,
    log: silent,
    get counters(): Context['counters'] {
      return assert.fail('this test has no counters')
    },
    payx: {
      createVirtualAccount: (requested: AccountRequest) => Promise.resolve(answer(requested)),
    },
  }
}

const rejected: Answered = { kind: 'rejected', code: 'NO', message: 'no', status: 400 }

const accepted = (
  { externalId, bankCode, name }: AccountRequest,
  accountNumber: string,
): Answered => ({
  kind: 'accepted',
  value: {
    id: `payx-${accountNumber}`,
    externalId,
    accountNumber,
    bankCode,
    merchantCode: '10766',
    name,
    status: 'PENDING',
  },
})

const here = { ip: '127.0.0.1' }

/** A caller whose identity is proven, so that no budget counts. */
async function makeCaller(db: Database): Promise<Caller> {
  const id = await makeUser(db)
  await sql`update users set identity_status = 'success' where id = ${id}`.execute(db.read)
  return { id, email: 'owner@tukar.test', emailVerified: true, suspended: false }
}

const unavailable = (error: unknown) =>
  error instanceof Refusal && error.key === 'api.virtual_account_unavailable'

test('an account that payx refuses is dropped, and the next request starts over', async (t) => {
  const { db } = await testDatabase(t)
  const caller = await makeCaller(db)
  const requested: string[] = []
  const ctx = withPayx(db, (request) => {
    requested.push(request.externalId)
    return requested.length === 1 ? rejected : accepted(request, '1')
  })
  const input = { bankCode: 'BCA' } as const
  await assert.rejects(openVirtualAccount(ctx, input, caller, here), unavailable)
  const account = await openVirtualAccount(ctx, input, caller, here)
  assert.equal(account.accountNumber, '1')
  assert.equal(new Set(requested).size, 2, 'each under an id of its own')
})

test('after an unclear response payx is queried again under the same id', async (t) => {
  const { db } = await testDatabase(t)
  const caller = await makeCaller(db)
  const requested: string[] = []
  const ctx = withPayx(db, (request) => {
    requested.push(request.externalId)
    return requested.length < 3 ? { kind: 'unknown', why: 'timeout' } : accepted(request, '1')
  })
  const input = { bankCode: 'BCA' } as const
  await assert.rejects(openVirtualAccount(ctx, input, caller, here), unavailable)
  await assert.rejects(openVirtualAccount(ctx, input, caller, here), unavailable)
  assert.equal((await openVirtualAccount(ctx, input, caller, here)).accountNumber, '1')
  assert.equal(new Set(requested).size, 1)
})

test('a callback that overtakes the response decides the account', async (t) => {
  const { db } = await testDatabase(t)
  const caller = await makeCaller(db)
  const ctx = withPayx(db, async ({ externalId, bankCode, name }) => {
    const report = { providerId: 'payx-early', externalId, accountNumber: 'early' }
    await db.inTransaction((tx) => recordVirtualAccount(tx, { ...report, status: 'ACTIVE' }))
    return accepted({ externalId, bankCode, name }, 'late')
  })
  const account = await openVirtualAccount(ctx, { bankCode: 'BCA' }, caller, here)
  assert.deepEqual([account.accountNumber, account.status], ['early', 'ACTIVE'])
})

test('an account that another request gave up is not shown without a number', async (t) => {
  const { db } = await testDatabase(t)
  const caller = await makeCaller(db)
  const input = { bankCode: 'BCA' } as const
  const refusing = withPayx(db, () => rejected)
  const ctx = withPayx(db, async (request) => {
    await assert.rejects(openVirtualAccount(refusing, input, caller, here), unavailable)
    return accepted(request, '1')
  })
  await assert.rejects(openVirtualAccount(ctx, input, caller, here), unavailable)
  const again = withPayx(db, (request) => accepted(request, '2'))
  assert.equal((await openVirtualAccount(again, input, caller, here)).accountNumber, '2')
})
