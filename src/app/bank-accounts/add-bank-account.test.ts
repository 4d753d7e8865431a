import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send, startTukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { addBank, bankFields, listBanks, makeBank } from '../../../tests/make/bank-account.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import { makeTrader } from '../../../tests/make/trader.ts'

const added = [200, 'api.bank_added_successfully']

test('an added account is listed as it was sent, and its owner is notified', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const none = await listBanks(tukar, trader)
  assert.deepEqual(messageOf(none), [200, 'api.user_banks_retrieved_successfully'])
  assert.deepEqual(none.body.data, [])
  const answer = await addBank(tukar, trader)
  assert.deepEqual(messageOf(answer), added)
  const { userBankAddressId, ...fields } = answer.body.data
  assert.deepEqual(fields, bankFields)
  await makeBank(tukar, trader, { bankName: 'Bank Lain' })
  const listed = (await listBanks(tukar, trader)).body.data
  assert.deepEqual(listed[0], { userBankAddressId, ...bankFields })
  assert.equal(listed[1].bankName, 'Bank Lain')
  const [mail] = await mailsArrived(tukar, trader.email, 2)
  assert.equal(mail?.subject, 'Your bank accounts were changed')
  assert.ok(!mail?.text.includes(bankFields.account))
})

test('numbers keep the digits they were sent with; malformed ones are refused', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeTrader(tukar)
  const sent = (bankId: string, account: string) =>
    tukar.call('POST', '/api/user/bank', {
      token,
      raw: JSON.stringify({ ...bankFields, bankId: 0, account: 0 })
        .replace('"bankId":0', `"bankId":${bankId}`)
        .replace('"account":0', `"account":${account}`),
    })
  const kept: readonly (readonly [string, string, string, string])[] = [
    ['"014"', '"0081234567"', '014', '0081234567'],
    ['14', '81234567', '14', '81234567'],
    ['"BCA"', '90071992547409931234', 'BCA', '90071992547409931234'],
    ['9007199254740993', '"00000000000000000000"', '9007199254740993', '00000000000000000000'],
  ]
  for (const [bankId, account, asId, asAccount] of kept) {
    const answer = await sent(bankId, account)
    assert.deepEqual(messageOf(answer), added, answer.text)
    assert.deepEqual([answer.body.data.bankId, answer.body.data.account], [asId, asAccount])
  }
  const sentence = 'The account field must be between 1 and 34 digits.'
  const bad = [
    '1e15',
    '1.5',
    '-1',
    '"12 34"',
    '"１２"',
    '"12a"',
    '[12]',
    'true',
    `"${'1'.repeat(35)}"`,
  ]
  for (const account of bad) {
    assert.deepEqual(messageOf(await sent('"014"', account)), [400, sentence], account)
  }
  assert.equal((await sent('1e3', '"1"')).body.message, 'The bank id field must be a string.')
})

test('a payee that is shown otherwise than it is stored is refused', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  for (const [name, words] of [
    ['bankName', 'bank name'],
    ['bankOwner', 'bank owner'],
    ['address', 'address'],
  ] as const) {
    const sentence = `The ${words} field must be one line, without control or direction marks.`
    for (const value of ['\u202eOSOTNAS IDUB', 'BUDI\nSANTOSO', 'BUDI\u2067 SANTOSO', 'BUDI\t1']) {
      const answer = await addBank(tukar, trader, { ...bankFields, [name]: value })
      assert.deepEqual(messageOf(answer), [400, sentence], JSON.stringify(value))
    }
  }
  const bankOwner = ' BUDI\u00a0SANTOSO\u200b\n'
  const pasted = await addBank(tukar, trader, { ...bankFields, bankOwner })
  assert.equal(pasted.body.data.bankOwner, 'BUDI SANTOSO')
})

test('missing fields are reported in the order of the fields', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const sentences = ['bank id', 'bank name', 'account', 'bank owner', 'address']
  const names = Object.keys(bankFields)
  for (const [index, name] of names.entries()) {
    const known = Object.entries(bankFields).slice(0, index)
    const sentence = `The ${sentences[index]} field is required.`
    assert.deepEqual(messageOf(await addBank(tukar, trader, Object.fromEntries(known))), [
      400,
      sentence,
    ])
    const blank = { ...bankFields, [name]: '' }
    assert.deepEqual(messageOf(await addBank(tukar, trader, blank)), [400, sentence])
    const array = await addBank(tukar, trader, { ...bankFields, [name]: ['x'] })
    assert.equal(array.status, 400)
  }
  const long = await addBank(tukar, trader, { ...bankFields, address: 'x'.repeat(256) })
  const tooLong = 'The address field must not be greater than 255 characters.'
  assert.deepEqual(messageOf(long), [400, tooLong])
  assert.deepEqual((await listBanks(tukar, trader)).body.data, [])
})

test('text that a spreadsheet would run is stored and returned as plain text', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const fields = { bankOwner: '=HYPERLINK("http://a.test")', address: '+1-1@"; drop table users' }
  await makeBank(tukar, trader, fields)
  const [listed] = (await listBanks(tukar, trader)).body.data
  assert.deepEqual([listed.bankOwner, listed.address], [fields.bankOwner, fields.address])
})

test('a user has twenty accounts at most, however many are added at once', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeTrader(tukar)
  const { token } = trader
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      send(tukar.nodes[index % 2]?.url ?? '', 'POST', '/api/user/bank', {
        token,
        body: bankFields,
      }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 20)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const answer of refused) assert.deepEqual(messageOf(answer), [400, 'api.bank_limit'])
  assert.equal((await listBanks(tukar, trader)).body.data.length, 20)
  assert.deepEqual(messageOf(await addBank(tukar, await makeTrader(tukar))), added)
})
