import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { startTukar, type Tukar } from '../../tests/harness.ts'
import { makePlace, transactionOf, unitsOf } from '../../tests/make/custody.ts'
import { leaderOf } from '../../tests/make/payx.ts'

const eth = 10n ** 18n

async function start(t: TestContext) {
  const tukar = await startTukar(t)
  return { tukar, db: (await leaderOf(tukar)).ctx.db }
}

describe('a signature of custody', () => {
  const path = { 1: '/api/webhook/custody', 2: '/api/webhook/custody-v2' } as const

  async function signedEvent(tukar: Tukar, version: 1 | 2, body: string) {
    const answer = await tukar.control('POST', '/custody/events', { version, body })
    const { body: callbacks } = await tukar.control('GET', '/callbacks?provider=custody')
    const headers: Readonly<Record<string, string>> = callbacks.at(-1).headers
    return { answer, headers }
  }

  test('holds for the bytes that were sent, however they are spaced', async (t) => {
    const { tukar } = await start(t)
    const pretty = JSON.stringify({ type: 'X_ADDED', data: { amount: 0.00003150000609 } }, null, 3)
    const odd = pretty.replace('0.00003150000609', '0.000031500006090')
    assert.equal((await signedEvent(tukar, 1, odd)).answer.body.status, 200)
    const second = `{"id" : "e-1","eventType":"x.y",\n"data":{"n":1.10}}`
    assert.equal((await signedEvent(tukar, 2, second)).answer.body.status, 200)
  })

  test('that is missing, bent, or of other bytes is refused with 401', async (t) => {
    const { tukar, db } = await start(t)
    const { user, address } = await makePlace(db, 'ETH', 'ETH')
    const data = transactionOf({ destinationAddress: address, status: 'QUEUED', txHash: '' })
    const paid = { ...data, status: 'COMPLETED', txHash: 'h' }
    const bodies = {
      1: (one: unknown) => JSON.stringify({ type: 'TRANSACTION_CREATED', data: one }),
      2: (one: unknown) =>
        JSON.stringify({ id: 'e-1', eventType: 'transaction.created', data: one }),
    }
    for (const version of [1, 2] as const) {
      const { headers } = await signedEvent(tukar, version, bodies[version](data))
      const name = version === 1 ? 'fireblocks-signature' : 'fireblocks-webhook-signature'
      const right = headers[name] ?? ''
      const [head = '', , signature = ''] = right.split('.')
      const none = Buffer.from(JSON.stringify({ alg: 'none', kid: 'x' })).toString('base64url')
      const bent = [
        undefined,
        '',
        'x',
        right.slice(0, -8),
        `${right}AAAA`,
        right.toLowerCase(),
        right,
        `${none}..${signature}`,
        `${head}.${Buffer.from('{}').toString('base64url')}.${signature}`,
        `${none}..`,
      ]
      for (const value of bent) {
        const answer = await tukar.call('POST', path[version], {
          raw: bodies[version](paid),
          headers: value === undefined ? {} : { [name]: value },
        })
        assert.equal(answer.status, 401, `${version} ${value}`)
      }
    }
    assert.equal(await unitsOf(db, user, 'ETH'), 0n)
  })

  test('of the older kind is taken by the newer webhook while custody changes over', async (t) => {
    const { tukar, db } = await start(t)
    const { user, address } = await makePlace(db, 'ETH', 'ETH')
    const data = transactionOf({ destinationAddress: address })
    const body = JSON.stringify({ id: 'e-1', eventType: 'transaction.created', data })
    const { headers } = await signedEvent(tukar, 1, body)
    const answer = await tukar.call('POST', path[2], {
      raw: body,
      headers: { 'fireblocks-signature': headers['fireblocks-signature'] ?? '' },
    })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(await unitsOf(db, user, 'ETH'), eth)
  })

  test('whose key can not be asked for is put off, not refused', async (t) => {
    const { tukar } = await start(t)
    const body = JSON.stringify({ id: 'e-1', eventType: 'x.y', data: { n: 1 } })
    await tukar.control('POST', '/faults', {
      provider: 'custody',
      fault: 'error-500',
      path: '/.well-known',
    })
    const { answer } = await signedEvent(tukar, 2, body)
    assert.equal(answer.body.status, 503)
    await tukar.control('DELETE', '/faults')
    assert.equal((await signedEvent(tukar, 2, body)).answer.body.status, 200)
  })
})
