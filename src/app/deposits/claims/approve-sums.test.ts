import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { makeClaim } from '../../../../tests/make/cash-deposit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import { mailsArrived } from '../../../../tests/make/mails.ts'
import {
  makeFirstAdmin,
  makeOperator,
  type SignedInOperator,
} from '../../../../tests/make/operator.ts'
import { bindOperatorApp } from '../../../../tests/make/operator-app.ts'
import { withinOneJakartaDay } from '../../../../tests/make/period.ts'
import { makeTrader, type Trader } from '../../../../tests/make/trader.ts'

/** Below the threshold of 50,000,000, so one operator may approve it alone. */
const amount = '49999999'

async function startWith(t: Parameters<typeof startTukar>[0], operators: number) {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const made: SignedInOperator[] = []
  while (made.length < operators) made.push(await makeOperator(tukar, 'finance', admin))
  const [one, other = one] = made
  if (one === undefined || other === undefined) throw new Error('operators were made')
  return { tukar, admin, one, other }
}

const approve = (tukar: Tukar, { token }: SignedInOperator, id: number, body: object = {}) =>
  tukar.call('POST', `/operator/api/deposits/${id}/approve`, { token, body })

/** Files the claims one at a time: a node accepts few uploads at once. */
async function claimsOf(tukar: Tukar, traders: readonly Trader[]): Promise<readonly number[]> {
  const ids: number[] = []
  for (const trader of traders) ids.push(await makeClaim(tukar, trader, { amount }))
  return ids
}

const statusOf = ({ body }: Answer): string | undefined => body.data?.status

const tradersFor = (tukar: Tukar, count: number): Promise<readonly Trader[]> =>
  Promise.all(Array.from({ length: count }, () => makeTrader(tukar)))

const credited = async ({ service }: Tukar, traders: readonly Trader[]): Promise<bigint> => {
  const sums = traders.map(({ id }) => owned(service.ctx.db, id))
  return (await Promise.all(sums)).reduce((sum, { available }) => sum + available, 0n)
}

const once = 4_999_999_900n

test('claims that one operator approves on a day count together for the bound', async (t) => {
  const { tukar, one, other } = await startWith(t, 2)
  const traders = await tradersFor(tukar, 10)
  const ids = await claimsOf(tukar, traders)
  const [first = 0, second = 0, ...more] = ids
  assert.equal(statusOf(await approve(tukar, one, first)), 'COMPLETED')
  for (const id of [second, ...more]) {
    assert.equal(statusOf(await approve(tukar, one, id)), 'PENDING', 'it waits for another')
    const again = await approve(tukar, one, id)
    assert.deepEqual(messageOf(again), [400, 'api.second_operator_needed'])
  }
  assert.equal(await credited(tukar, traders), once)
  assert.equal(statusOf(await approve(tukar, other, second)), 'COMPLETED')
  assert.equal(await credited(tukar, traders), 2n * once)
  await auditsClean(tukar.service.ctx.db)
})

test('the claims of one user and day are summed over all approvers', async (t) => {
  const { tukar, one, other } = await startWith(t, 2)
  const trader = await makeTrader(tukar)
  const first = await makeClaim(tukar, trader, { amount })
  const second = await makeClaim(tukar, trader, { amount })
  assert.equal(statusOf(await approve(tukar, one, first)), 'COMPLETED')
  assert.equal(statusOf(await approve(tukar, other, second)), 'PENDING')
  assert.equal(await credited(tukar, [trader]), once)
  assert.equal(statusOf(await approve(tukar, one, second)), 'COMPLETED')
  await auditsClean(tukar.service.ctx.db)
})

test('claims approved or credited on another day, or not at all, do not count', async (t) => {
  await withinOneJakartaDay()
  const { tukar, one, other } = await startWith(t, 2)
  const { read } = tukar.service.ctx.db
  const trader = await makeTrader(tukar)
  const claim = () => makeClaim(tukar, trader, { amount })
  const [yesterday, refused] = [await claim(), await claim()]
  assert.equal(statusOf(await approve(tukar, one, yesterday)), 'COMPLETED')
  await sql`update agreements set at = date_trunc('day', now(), 'Asia/Jakarta')
    - interval '1 microsecond'`.execute(read)
  await sql`update cash_deposits set completed_at = date_trunc('day', now(), 'Asia/Jakarta')
    - interval '1 microsecond' where id = ${yesterday}`.execute(read)
  assert.equal(statusOf(await approve(tukar, one, refused, { amount: '60000000' })), 'PENDING')
  const body = { reason: 'nothing came' }
  const path = `/operator/api/deposits/${refused}/reject`
  assert.equal((await tukar.call('POST', path, { token: other.token, body })).status, 200)
  assert.equal(statusOf(await approve(tukar, one, await claim())), 'COMPLETED')
})

test('if one operator approves ten claims at once, one is credited', async (t) => {
  const { tukar, one } = await startWith(t, 1)
  const traders = await tradersFor(tukar, 10)
  const ids = await claimsOf(tukar, traders)
  const answers = await Promise.all(ids.map((id) => approve(tukar, one, id)))
  assert.equal(answers.filter((answer) => statusOf(answer) === 'COMPLETED').length, 1)
  assert.equal(await credited(tukar, traders), once)
  await auditsClean(tukar.service.ctx.db)
})

test('if two operators approve ten claims of one user at once, one is credited', async (t) => {
  const { tukar, one, other } = await startWith(t, 2)
  const trader = await makeTrader(tukar)
  const ids = await claimsOf(tukar, Array(10).fill(trader))
  const answers = await Promise.all(
    ids.map((id, index) => approve(tukar, index % 2 === 0 ? one : other, id)),
  )
  assert.equal(answers.filter((answer) => statusOf(answer) === 'COMPLETED').length, 1)
  assert.equal(await credited(tukar, [trader]), once)
  await auditsClean(tukar.service.ctx.db)
})

test('a claim that needs two operators takes a code from each with an app', async (t) => {
  const { tukar, one, other } = await startWith(t, 2)
  const nextCode = await bindOperatorApp(tukar, one)
  const small = await makeClaim(tukar, await makeTrader(tukar), { amount })
  const large = await makeClaim(tukar, await makeTrader(tukar), { amount: '60000000' })
  const failed = [403, 'auth.otp_failed']
  assert.deepEqual(messageOf(await approve(tukar, one, large)), failed)
  const code = await nextCode()
  assert.equal(statusOf(await approve(tukar, one, large, { otpCode: code })), 'PENDING')
  assert.deepEqual(
    messageOf(await approve(tukar, one, large, { otpCode: code })),
    failed,
    'used once',
  )
  assert.equal(statusOf(await approve(tukar, other, large)), 'COMPLETED')
  const sum = await approve(tukar, one, small)
  assert.deepEqual(messageOf(sum), failed, 'a small claim that the sum of the day makes large')
})

test('a claim credited with one billion is a critical alert, mailed to every admin', async (t) => {
  const { tukar, admin, one, other } = await startWith(t, 2)
  const trader = await makeTrader(tukar)
  const claims = [
    await makeClaim(tukar, trader, { amount: '999999999' }),
    await makeClaim(tukar, trader, { amount: '1000000000' }),
  ]
  for (const id of claims) {
    assert.equal(statusOf(await approve(tukar, one, id)), 'PENDING')
    assert.equal(statusOf(await approve(tukar, other, id)), 'COMPLETED')
  }
  const [mail, ...more] = await mailsArrived(tukar, admin.email, 1)
  assert.equal(more.length, 0)
  assert.match(mail?.subject ?? '', /IDR 1,000,000,000 was credited/)
  const path = '/operator/api/alerts?kind=large-deposit-credited&severity=critical'
  const { data } = (await tukar.call('GET', path, { token: admin.token })).body.data
  assert.deepEqual(
    data.map((alert: { data: { depositId: string } }) => alert.data.depositId),
    [String(claims[1])],
  )
})
