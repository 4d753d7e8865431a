import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { certify, needCertification } from '../../../../tests/make/certification.ts'
import { makeProvenTrader } from '../../../../tests/make/identity.ts'
import { mailsArrived } from '../../../../tests/make/mails.ts'
import { withinOneJakartaDay } from '../../../../tests/make/period.ts'
import { expectOk, makeTrader } from '../../../../tests/make/trader.ts'
import { remindOfCertification } from './remind-certification.ts'

const dayIn = async ({ service }: Tukar, days: number): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone 'Asia/Jakarta')::date + ${days}::int)::text as day`.execute(
    service.ctx.db.read,
  )
  return rows[0]?.day ?? ''
}

const remindAll = async ({ service }: Tukar) => {
  for (let times = 0; times < 3; times += 1) await remindOfCertification(service.ctx)
}

const reminded = async ({ service }: Tukar): Promise<readonly string[]> => {
  const { rows } = await sql<{ key: string }>`
    select dedupe_key as key from user_messages
    where dedupe_key like 'certification:%' order by id`.execute(service.ctx.db.read)
  return rows.map(({ key }) => key)
}

test('users without a certification are reminded once per reminder, others never', async (t) => {
  const tukar = await startTukar(t)
  const [late, done] = [await makeProvenTrader(tukar), await makeProvenTrader(tukar)]
  await makeTrader(tukar)
  expectOk(await certify(tukar, done))
  await remindAll(tukar)
  assert.deepEqual(await reminded(tukar), [])
  const day = await dayIn(tukar, 20)
  await needCertification(tukar, day)
  await remindAll(tukar)
  const first = `certification:${day}:30:${late.id}`
  await eventually('the reminder', async () => (await reminded(tukar)).length > 0)
  await remindAll(tukar)
  assert.deepEqual(await reminded(tukar), [first])
  const mails = await mailsArrived(tukar, late.email, 2)
  assert.ok(mails.some(({ subject }) => subject === 'Please certify your tax residence'))
  await withinOneJakartaDay()
  const today = await dayIn(tukar, 0)
  await needCertification(tukar, today)
  await remindAll(tukar)
  await eventually('the last reminder', async () => (await reminded(tukar)).length > 1)
  assert.deepEqual(await reminded(tukar), [first, `certification:${today}:0:${late.id}`])
})
