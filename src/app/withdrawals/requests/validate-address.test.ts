import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../../base/clock.ts'
import { isSoundAddress } from './validate-address.ts'

type Custody = Parameters<typeof isSoundAddress>[0]['custody']
type Said = Awaited<ReturnType<Custody['checkAddress']>>

const isSound = (said: Said) => {
  const checkAddress = async () => said
  const custody: Pick<Custody, 'checkAddress'> = { checkAddress }
  const asked = { assetId: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' }
  return isSoundAddress({ custody, clock: systemClock }, asked)
}

test('only an address that custody calls not valid is refused', async () => {
  const refused = (status: number) =>
    ({ kind: 'rejected', status, code: '1503', message: 'no' }) as const
  for (const status of [400, 401, 403, 404, 409, 422]) {
    assert.equal(await isSound(refused(status)), true, String(status))
  }
  assert.equal(await isSound({ kind: 'unknown', why: 'timeout' }), true)
  const valid = (isValid: boolean): Said => ({ kind: 'accepted', value: { isValid } })
  assert.equal(await isSound(valid(true)), true)
  assert.equal(await isSound(valid(false)), false)
})
