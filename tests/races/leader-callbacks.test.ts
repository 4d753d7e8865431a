import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { UserId } from '../../src/base/values/ids.ts'
import type { Context } from '../../src/context.ts'
import { endpoints } from '../../src/endpoints.ts'
import { eventually, send, startTukar, type Tukar } from '../harness.ts'
import { auditsClean } from '../make/audit.ts'
import { makeDepositAddress, sendCustody, transactionOf, unitsOf } from '../make/custody.ts'
import { startHttp } from '../make/http-server.ts'
import { hastyClock, inboxOf } from '../make/inbox-node.ts'
import { makeUser, owned } from '../make/ledger.ts'
import {
  inquiryFields,
  makeOrder,
  numberOf,
  paymentFields,
  sendPaydCallback,
} from '../make/payd.ts'
import { leaderOf, makeAccount, paidInto, reportPayx } from '../make/payx.ts'
import { makeCode, scanned } from '../make/qris.ts'

/** Starts two nodes; the providers send callbacks only to the one that does not lead. */
async function start(t: TestContext) {
  const tukar = await startTukar(t, { nodes: 2, jobs: ['sweep the inbox'] })
  const leader = await leaderOf(tukar)
  const follower = tukar.nodes.find((node) => node !== leader)
  assert.ok(follower)
  const { db } = leader.ctx
  // A separate job queries payd's books; these tests cover the callback alone.
  await sql`update settings set value = 'false' where key = 'payd.confirm_status'`.execute(db.read)
  tukar.sandbox.setServiceUrl(follower.url)
  return { tukar, db, url: follower.url }
}

/** Starts another node, which does not lead and finds no leader. */
async function leaderless(t: TestContext, tukar: Tukar): Promise<string> {
  const { ctx } = tukar.service
  const alone: Context = {
    ...ctx,
    clock: hastyClock(),
    leadership: {
      current: () => null,
      leaderUrl: () => Promise.resolve(null),
      onChange: () => () => undefined,
      stop: () => Promise.resolve(),
    },
  }
  const { url } = await startHttp(t, alone, endpoints)
  tukar.sandbox.setServiceUrl(url)
  return url
}

type Db = Context['db']
const coin = (address: string, version: 1 | 2) =>
  transactionOf({
    id: `custody-${version}`,
    txHash: `hash-${version}`,
    destinationAddress: address,
    amountInfo: { amount: '1.5' },
    amount: 1.5,
  })
const oneAndHalf = 1_500_000_000_000_000_000n

const rupiahOf = async (db: Db, user: UserId) => (await owned(db, user)).available / 100n

/** Each channel that reports money, and its owner's resulting balance. */
const ways = {
  'custody, older form': async (tukar: Tukar, db: Db) => {
    const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
    const { status } = await sendCustody(tukar, coin(address, 1), { version: 1 })
    return { status, has: async () => (await unitsOf(db, user, 'ETH')) === oneAndHalf }
  },
  custody: async (tukar: Tukar, db: Db) => {
    const { user, address } = await makeDepositAddress(db, 'ETH', 'ETH')
    const { status } = await sendCustody(tukar, coin(address, 2))
    return { status, has: async () => (await unitsOf(db, user, 'ETH')) === oneAndHalf }
  },
  'payx, a virtual account': async (tukar: Tukar, db: Db, url: string) => {
    const account = await makeAccount(db)
    const { status } = await reportPayx(tukar, 'deposit-paid', paidInto(account, 'payment-1'), {
      url,
    })
    return { status, has: async () => (await rupiahOf(db, account.user)) === 245_560n }
  },
  'payx, a QR code': async (tukar: Tukar, db: Db, url: string) => {
    const code = await makeCode(db)
    const { status } = await reportPayx(tukar, 'deposit-paid-qris', scanned(code, 'qr-1'), { url })
    return { status, has: async () => (await rupiahOf(db, code.user)) === 14_895n }
  },
  'payd, an order': async (tukar: Tukar, db: Db, url: string) => {
    const user = await makeUser(db)
    const fields = paymentFields(tukar, { order: await makeOrder(db, user), amount: '150000' })
    const { status } = await sendPaydCallback(tukar, 'payd-deposit', fields, { url })
    return { status, has: async () => (await rupiahOf(db, user)) === 150_000n }
  },
} satisfies Readonly<
  Record<
    string,
    (
      tukar: Tukar,
      db: Db,
      url: string,
    ) => Promise<Readonly<{ status: number; has: () => Promise<boolean> }>>
  >
>

for (const [name, callback] of Object.entries(ways)) {
  test(`a follower forwards each callback as signed: ${name}`, async (t) => {
    const { tukar, db, url } = await start(t)
    const { status, has } = await callback(tukar, db, url)
    assert.equal(status, 200)
    // The leader responded: the money is credited before the response arrives.
    assert.ok(await has())
    assert.equal((await inboxOf(db)).length, 1)
    await auditsClean(db)
  })

  test(`a node without a known leader stores each callback, and responds: ${name}`, async (t) => {
    const { tukar, db } = await start(t)
    const url = await leaderless(t, tukar)
    const { status, has } = await callback(tukar, db, url)
    assert.equal(status, 200)
    assert.equal((await inboxOf(db)).length, 1)
    await eventually('the leader to apply it', has)
    const states = (await inboxOf(db)).map(({ state }) => state)
    assert.deepEqual(states, ['done'])
    await auditsClean(db)
  })
}

test('a node without a leader responds to an inquiry itself, since the payer waits', async (t) => {
  const { tukar, db } = await start(t)
  const url = await leaderless(t, tukar)
  const user = await makeUser(db)
  const fields = inquiryFields(tukar, { vaNo: numberOf(tukar, user) })
  const answer = await sendPaydCallback(tukar, 'payd/inquiry', fields, { url })
  assert.equal(answer.status, 200)
  assert.equal(answer.body.statusCode, '00', answer.text)
})

test('an unsigned callback is rejected by every node, and not stored', async (t) => {
  const { db, url } = await start(t)
  const { address } = await makeDepositAddress(db, 'ETH', 'ETH')
  const data = coin(address, 2)
  const event = { id: 'forged', eventType: 'transaction.status.updated', data }
  for (const to of ['/api/webhook/custody', '/api/webhook/custody-v2']) {
    const answer = await send(url, 'POST', to, { body: event })
    assert.equal(answer.status, 401, answer.text)
  }
  assert.deepEqual(await inboxOf(db), [])
})
