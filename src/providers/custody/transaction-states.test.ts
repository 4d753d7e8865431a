import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transactionStateOf } from './transaction-states.ts'

const sent: Parameters<typeof transactionStateOf>[0] = {
  externalTxId: null,
  status: 'COMPLETED',
  txHash: 'hash',
  operation: 'TRANSFER',
  note: '',
  createdBy: '',
  sourceType: 'UNKNOWN',
}
const read = (change: Partial<typeof sent>) => transactionStateOf({ ...sent, ...change })

test('a partial completion is settled in the list, and final nowhere else', () => {
  const { stage, end, isSettled } = read({ status: 'PARTIALLY_COMPLETED' })
  assert.deepEqual([stage, end, isSettled], ['early', null, true])
})

test('coins that arrived and were rejected may be released: they are read again', () => {
  assert.equal(read({ status: 'REJECTED' }).isSettled, false)
  assert.equal(read({ status: 'REJECTED', externalTxId: 'wd-1' }).isSettled, true)
  assert.equal(read({ status: 'FAILED' }).isSettled, true)
})

test('nothing has arrived without a hash, however it ended', () => {
  const { stage, end } = read({ txHash: '' })
  assert.deepEqual([stage, end], ['early', 'arrived'])
  assert.equal(read({ txHash: '', status: 'FAILED' }).stage, 'refused')
  assert.equal(read({ status: 'CONFIRMING' }).stage, 'arriving')
  assert.equal(read({ status: 'Completed' }).stage, 'early')
})

test('a transfer of custody’s gas station is fuel, and a call of a contract is no transfer', () => {
  assert.equal(read({}).kind, 'transfer')
  assert.equal(read({ operation: 'CONTRACT_CALL' }).kind, 'other')
  const fuels = [
    { note: 'Gas Tank auto-fuel' },
    { createdBy: 'gas-station' },
    { sourceType: 'GAS_STATION', operation: 'CONTRACT_CALL' },
  ]
  for (const change of fuels) assert.equal(read(change).kind, 'fuel', JSON.stringify(change))
})
