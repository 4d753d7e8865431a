import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../../base/clock.ts'
import { isValidAddress } from './validate-address.ts'

type Custody = Parameters<typeof isValidAddress>[0]['custody']
type CustodyAnswer = Awaited<ReturnType<Custody['checkAddress']>>

const isValid = (answer: CustodyAnswer) => {
  const checkAddress = async () => answer
  const custody: Pick<Custody, 'checkAddress'> = { checkAddress }
  const query = { assetId: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' }
  return isValidAddress({ custody, clock: systemClock }, query)
}

test('only an address that custody calls not valid is refused', async () => {
  const refused = (status: number) =>
    ({ kind: 'rejected', status, code: '1503', message: 'no' }) as const
  for (const status of [400, 401, 403, 404, 409, 422]) {
    assert.equal(await isValid(refused(status)), true, String(status))
  }
  assert.equal(await isValid({ kind: 'unknown', why: 'timeout' }), true)
  const valid = (isValid: boolean): CustodyAnswer => ({ kind: 'accepted', value: { isValid } })
  assert.equal(await isValid(valid(true)), true)
  assert.equal(await isValid(valid(false)), false)
})
