import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listed, listing } from '../../../../tests/make/custody.ts'
import { custodyLimits } from '../../../providers/custody/custody-limits.ts'
import { findReplacement } from './find-replacement.ts'

const createdAt = 1_800_000_000_000

test('a replacement in the millisecond at which a page of the list ends is found', async () => {
  const dropped = listed({ id: 'dropped', status: 'FAILED', txHash: '0xa1', createdAt })
  const { listItems } = custodyLimits
  const endedMs = createdAt + listItems - 5
  const others = Array.from({ length: listItems + 5 }, (_, at) =>
    listed({
      id: `other-${at}`,
      txHash: `0xb${at}`,
      createdAt: Math.min(createdAt + 1 + at, endedMs),
    }),
  )
  const boost = { id: 'boost', txHash: '0xa2', replacedTxHash: '0xa1' }
  const newest = listed({ ...boost, createdAt: endedMs })
  assert(dropped.transaction !== null)
  const custody = listing([dropped, ...others, newest])
  assert.deepEqual(await findReplacement(custody, dropped.transaction), newest.transaction)
})

test('a list with transactions that cannot be read leaves a doubt', async () => {
  const dropped = listed({ id: 'dropped', status: 'FAILED', txHash: '0xa1', createdAt })
  const others = Array.from({ length: custodyLimits.listItems + 1 }, (_, at) =>
    listed({ id: `other-${at}`, txHash: `0xb${at}`, createdAt: createdAt + 1 }),
  )
  const later = listed({ id: 'later', txHash: '0xc', createdAt: createdAt + 2 })
  assert(dropped.transaction !== null)
  const custody = listing([dropped, ...others, later])
  assert.equal(await findReplacement(custody, dropped.transaction), 'unknown')
})
