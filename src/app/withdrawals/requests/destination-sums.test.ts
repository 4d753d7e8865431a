import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { send, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { makeBank } from '../../../../tests/make/bank-account.ts'
import {
  type CashWithdrawer,
  makeCashWithdrawer,
  movePayout,
  pausePayouts,
  withdrawCash,
} from '../../../../tests/make/cash-withdrawal.ts'
import { codeOf } from '../../../../tests/make/totp.ts'
import {
  becomes,
  cooledOff,
  later,
  mailedCode,
  run,
  withdrawalsOf,
} from '../../../../tests/make/withdrawal.ts'

async function start(t: TestContext, nodes = 1) {
  const tukar = await startTukar(t, { nodes })
  return { tukar, trader: await makeCashWithdrawer(tukar), db: tukar.service.ctx.db }
}

/** Requests an amount; returns whether it was sent, or why it waits for approval. */
async function request(tukar: Tukar, trader: CashWithdrawer, amount: number) {
  const answer = await withdrawCash(tukar, trader, { amount })
  assert.equal(answer.status, 200, answer.text)
  await later(tukar, trader)
  const newest = (await withdrawalsOf(tukar, trader)).at(-1)
  return newest?.needed === 0 ? 'sent' : newest?.reasons
}

/** Makes every withdrawal so far this many hours older. */
const age = (tukar: Tukar, hours: number) =>
  run(
    tukar,
    `update withdrawals set created_at = created_at - interval '${hours} hours',
    ended_at = ended_at - interval '${hours} hours'`,
  )

/** Makes a trader with an earlier successful payout to the bank account. */
async function trusted(t: TestContext) {
  const { tukar, trader, db } = await start(t)
  assert.equal(await request(tukar, trader, 50_000), 'sent')
  await becomes(tukar, trader, 'SUCCESS')
  await age(tukar, 25)
  await run(tukar, `update settings set value = '0' where key = 'withdrawal.new_account_hours'`)
  await pausePayouts(tukar)
  return { tukar, trader, db }
}

const sum = 'large sum to this destination within 24 hours'

test('a test payment counts as use of a destination only after a day', async (t) => {
  const { tukar, trader } = await start(t)
  assert.equal(await request(tukar, trader, 50_000), 'sent')
  await becomes(tukar, trader, 'SUCCESS')
  assert.deepEqual(await request(tukar, trader, 10_000_000), ['new destination'])
  await age(tukar, 23)
  assert.deepEqual(await request(tukar, trader, 10_000_000), ['new destination'])
  await age(tukar, 25)
  assert.equal(await request(tukar, trader, 10_000_000), 'sent')
})

test('a payout that the bank returned does not count as use of a destination', async (t) => {
  const { tukar, trader } = await start(t)
  await request(tukar, trader, 50_000)
  const { requestId } = await becomes(tukar, trader, 'SUCCESS')
  await movePayout(tukar, requestId, 'REVERSED')
  await run(tukar, `update withdrawals set reversed_at = now() where reversed_at is null`)
  await age(tukar, 25)
  assert.deepEqual(await request(tukar, trader, 10_000_000), ['new destination'])
})

test('sums to a new destination wait like one amount', async (t) => {
  const { tukar, trader, db } = await start(t)
  await pausePayouts(tukar)
  assert.equal(await request(tukar, trader, 4_999_999), 'sent')
  assert.equal(await request(tukar, trader, 4_999_999), 'sent')
  assert.deepEqual(await request(tukar, trader, 4_999_999), ['new destination'])
  await auditsClean(db)
})

test('many small sums to as many new destinations wait like one amount', async (t) => {
  const { tukar, trader } = await start(t)
  await pausePayouts(tukar)
  const sent: unknown[] = []
  for (const account of ['0081234561', '0081234562', '0081234563']) {
    const fields = { bankName: 'BCA', account, bankOwner: trader.name }
    const bankAccount = await makeBank(tukar, trader, fields)
    await cooledOff(tukar, trader)
    sent.push(await request(tukar, { ...trader, bankAccount }, 4_999_999))
  }
  assert.deepEqual(sent, ['sent', 'sent', ['new destination']])
  await run(tukar, `update settings set value = '15000000' where key = 'withdrawal.approval_idr'`)
  assert.deepEqual(await request(tukar, trader, 1_000_000), [
    'large sum to new destinations within 24 hours',
    'a new account',
    'new destination',
  ])
})

test('sums to a used destination wait from the bound on, and from two operators on', async (t) => {
  const { tukar, trader, db } = await trusted(t)
  for (let time = 0; time < 10; time += 1) {
    assert.equal(await request(tukar, trader, 4_999_999), 'sent', `time ${time}`)
  }
  assert.deepEqual(await request(tukar, trader, 50_000), [sum])
  const setting = 'withdrawal.two_approvals_idr'
  await run(tukar, `update settings set value = '51000000' where key = '${setting}'`)
  assert.deepEqual(await request(tukar, trader, 1_000_000), [`very ${sum}`, sum])
  const needed = (await withdrawalsOf(tukar, trader)).map((one) => one.needed)
  assert.deepEqual(needed.slice(-3), [0, 1, 2])
  await age(tukar, 25)
  assert.equal(await request(tukar, trader, 4_999_999), 'sent')
  await auditsClean(db)
})

test('failed withdrawals count in no sum', async (t) => {
  const { tukar, trader } = await trusted(t)
  assert.equal(await request(tukar, trader, 30_000_000), 'sent')
  const [, second] = await withdrawalsOf(tukar, trader)
  await run(
    tukar,
    `update withdrawals set status = 'FAILED', ended_at = now()
    where request_id = '${second?.requestId}'`,
  )
  assert.equal(await request(tukar, trader, 30_000_000), 'sent')
  assert.deepEqual(await request(tukar, trader, 20_000_000), [sum])
})

test('concurrent withdrawals of several users to one destination add up', async (t) => {
  const { tukar, db } = await start(t, 2)
  await pausePayouts(tukar)
  await run(
    tukar,
    `update settings set value = '999999999'
    where key = 'withdrawal.first_use_approval_idr'`,
  )
  const traders = await Promise.all(Array.from({ length: 6 }, () => makeCashWithdrawer(tukar)))
  const answers = await Promise.all(
    traders.map(async (trader, at) => {
      const url = tukar.nodes[at % 2]?.url ?? ''
      const body = {
        amount: 20_000_000,
        paymentMethod: 'payx',
        bankAccount: trader.bankAccount,
        otpCode: await mailedCode(tukar, trader),
        twoFACode: codeOf(trader.secret),
      }
      return send(url, 'POST', '/api/withdraw/withdraw-fiat', { token: trader.token, body })
    }),
  )
  const stands = answers.map(({ body }) => body.data?.status).toSorted()
  const waiting = Array.from({ length: 4 }, () => 'PENDING_APPROVAL')
  assert.deepEqual(stands, [...waiting, 'PROCESSING', 'PROCESSING'])
  await auditsClean(db)
})
