import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { mailsArrived } from '../../../../tests/make/mails.ts'
import { phone, requestOtpByPhone, textsTo } from '../../../../tests/make/phones.ts'
import { makeTrader } from '../../../../tests/make/trader.ts'

const setBudget = ({ service }: Tukar, channel: 'texts' | 'mails', codes: number) =>
  sql`update settings set value = ${codes} where key = ${`otp.${channel}_per_hour`}`.execute(
    service.ctx.db.read,
  )

async function alertsIn({ service }: Tukar) {
  const found = await sql<{ severity: string; data: unknown }>`
    select severity, data from operator_alerts where kind = 'otp-budget-spent'
    order by id`.execute(service.ctx.db.read)
  return found.rows
}

const alerted = (tukar: Tukar, count: number) =>
  eventually('an alert', async () => {
    const alerts = await alertsIn(tukar)
    return alerts.length >= count && alerts
  })

const nextPhone = (index: number) => ({ ...phone, phone: `0812345678${10 + index}` })

test('beyond the hourly texts no more are sent, and operators are alerted once', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const traders = [await makeTrader(tukar), await makeTrader(tukar)]
  await setBudget(tukar, 'texts', 3)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => {
      const trader = traders[index % 2] ?? assert.fail()
      return requestOtpByPhone(tukar, trader, nextPhone(index), {
        url: tukar.nodes[index % 2]?.url ?? '',
      })
    }),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 3)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const answer of refused) {
    assert.deepEqual(messageOf(answer), [429, 'api.otp_code_request_throttle'])
    const wait = Number(answer.headers.get('retry-after'))
    assert.ok(wait > 3_500 && wait <= 3_600, `${wait}`)
  }
  let texts = 0
  for (let index = 0; index < 10; index += 1) {
    texts += (await textsTo(tukar, `+62812345678${10 + index}`)).length
  }
  assert.equal(texts, 3)
  const data = { budget: '3', channel: 'texts' }
  assert.deepEqual(await alerted(tukar, 1), [{ severity: 'critical', data }])
})

test('operators who raise the budget of texts lift the stop within the hour', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await setBudget(tukar, 'texts', 0)
  assert.equal((await requestOtpByPhone(tukar, trader)).status, 429)
  await setBudget(tukar, 'texts', 100)
  assert.deepEqual(messageOf(await requestOtpByPhone(tukar, trader)), [200, 'api.phone_otp_sent'])
})

test('beyond the hourly mails codes are still mailed; operators are alerted once', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  await setBudget(tukar, 'mails', 1)
  const request = (email: string) => tukar.call('POST', '/api/email/otp-code', { body: { email } })
  const addresses = [one.email, other.email, one.email, 'nobody@tukar.test']
  for (const email of addresses) {
    assert.deepEqual(messageOf(await request(email)), [200, 'api.email_otp_sent'])
  }
  const mails = await mailsArrived(tukar, other.email, 1)
  assert.equal(mails.filter(({ subject }) => subject === 'Your Tukar code').length, 1)
  const data = { budget: '1', channel: 'mails' }
  assert.deepEqual(await alerted(tukar, 1), [{ severity: 'warning', data }])
})
