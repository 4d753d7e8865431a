import assert from 'node:assert/strict'
import { test } from 'node:test'
import { custodySides } from './custody-sides.ts'

const published = [
  'VAULT_ACCOUNT',
  'EXCHANGE_ACCOUNT',
  'CONNECTED_ACCOUNT',
  'INTERNAL_WALLET',
  'EXTERNAL_WALLET',
  'CONTRACT',
  'NETWORK_CONNECTION',
  'FIAT_ACCOUNT',
  'COMPOUND',
  'GAS_STATION',
  'ONE_TIME_ADDRESS',
  'UNKNOWN',
  'END_USER_WALLET',
  'PROGRAM_CALL',
  'MULTI_DESTINATION',
  'OEC_PARTNER',
  'WALLET_POOL',
]

test('every type of a source or destination that custody publishes has a side', () => {
  assert.deepEqual(Object.keys(custodySides).toSorted(), published.toSorted())
})
