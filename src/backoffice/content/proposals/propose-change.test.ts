import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { mailsArrived } from '../../../../tests/make/mails.ts'
import { auditOf, makeFirstAdmin, makeOperator } from '../../../../tests/make/operator.ts'
import { bindOperatorApp } from '../../../../tests/make/operator-app.ts'
import {
  ageProposals,
  agree,
  makeIndependentAdmin,
  proposalsOf,
  propose,
  putAsset,
  putSetting,
  settingOf,
  settingsOf,
} from '../../../../tests/make/proposals.ts'
import { trx } from '../../../../tests/make/withdrawal.ts'
import { formatMoney, idr, whole } from '../../../base/values/money.ts'
import { worthsIn } from '../../../core/reference/prices.sql.ts'
import { boundedSettings, ruleOf } from '../../../core/reference/setting-bounds.rules.ts'
import { fitsKind } from '../../../core/reference/setting-kind.rules.ts'
import { readStoredSettings } from '../../../core/reference/settings.sql.ts'
import { readDelayMinutes } from './guarded-changes.sql.ts'

const unfit = [400, 'api.setting_value_invalid']
const missing = [400, 'The value field is required.']

/** Settings with which 0 means no pause, never a stop. */
const zeroIsHarmless = ['order.repeat_guard_seconds']

const isWithin = ([least, most]: readonly [string, string], value: string): boolean =>
  BigInt(least) <= BigInt(value) && BigInt(value) <= BigInt(most)

type Setting = Readonly<{
  key: string
  value: string
  kind: string
  guarded: boolean
  minimum: string | null
  maximum: string | null
}>

const choices: Readonly<Record<string, string>> = {
  countries: 'ID,SG',
  version: '1.2.0',
  hosts: 'tukar.example,help.tukar.example',
  collector: 'foreign',
  valuation: 'median',
  day: '2027-01-01',
}

/** Returns another valid value of the setting. */
function anotherOf({ value, kind, minimum, maximum }: Setting): string {
  if (minimum === null || maximum === null) {
    return choices[kind] ?? (value === 'true' ? 'false' : 'true')
  }
  return value === maximum ? minimum : maximum
}

test('every setting is listed as one that guards money or one that does not', async (t) => {
  const { db } = await testDatabase(t)
  const rows = await db.read.selectFrom('settings').select('key').orderBy('key').execute()
  assert.deepEqual(rows.map(({ key }) => key).toSorted(), boundedSettings.toSorted())
})

test('one admin session moves no guarded setting, and each try alerts all admins', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const other = await makeIndependentAdmin(tukar)
  const before: readonly Setting[] = await settingsOf(tukar, admin)
  const guarded = before.filter((setting) => setting.guarded)
  const keys = guarded.map(({ key }) => key)
  for (const key of [
    'deposit.two_approvals_idr',
    'payd.confirm_status',
    'settings.delay_minutes',
  ]) {
    assert.ok(keys.includes(key), key)
  }
  assert.equal(keys.filter((key) => key.includes('approval')).length, 4)
  for (const setting of guarded) {
    const value = anotherOf(setting)
    const answer = await putSetting(tukar, admin, setting.key, { value })
    assert.deepEqual(messageOf(answer), [200, 'api.content_saved'], setting.key)
    const { proposal, ...stored } = answer.body.data
    assert.deepEqual(stored, setting, 'the setting is as it was')
    assert.deepEqual([proposal.state, proposal.value], ['proposed', value])
    const own = await agree(tukar, admin, proposal.id)
    assert.deepEqual(messageOf(own), [400, 'api.second_operator_needed'])
  }
  await ageProposals(tukar, 120)
  assert.deepEqual(await settingsOf(tukar, admin), before)
  const path = '/operator/api/alerts?kind=guarded-change-proposed&severity=critical&limit=100'
  const alerts = await eventually('an alert of each', async () => {
    const { data } = (await tukar.call('GET', path, { token: admin.token })).body.data
    return data.length >= guarded.length && data
  })
  const alerted = alerts.map((alert: { data: { subject: string } }) => alert.data.subject)
  assert.deepEqual(alerted.toSorted(), keys.toSorted())
  for (const { email } of [admin, other]) {
    const mails = await mailsArrived(tukar, email, guarded.length)
    assert.equal(mails.length, guarded.length)
    for (const key of keys)
      assert.ok(
        mails.some(({ subject }) => subject.endsWith(`: ${key}`)),
        key,
      )
  }
  const entries = await auditOf(tukar, admin, '&action=proposal.make')
  assert.equal(entries.length, guarded.length)
})

test('no operators together move a setting below its floor or above its ceiling', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const settings: readonly Setting[] = await settingsOf(tukar, admin)
  const kinds = ['text', 'flag', 'countries', 'version', 'hosts', 'collector', 'valuation', 'day']
  const chosen = new Set(kinds)
  for (const { key, value: now, kind, minimum, maximum } of settings) {
    const isNumber = minimum !== null && maximum !== null
    assert.notEqual(isNumber, chosen.has(kind), `${key} has bounds if it is a number`)
    const beyond = isNumber ? [BigInt(minimum) - 1n, BigInt(maximum) + 1n].map(String) : ['1']
    if (isNumber) assert.ok(isWithin([minimum, maximum], now), `${key} starts within its bounds`)
    // Any words are a text, if there are some.
    const wrong = kind === 'text' ? [] : [...beyond, 'banana', '1.5', '-1']
    for (const value of [...wrong, '']) {
      const answer = await putSetting(tukar, admin, key, { value })
      assert.deepEqual(messageOf(answer), value === '' ? missing : unfit, `${key} ${value}`)
    }
  }
  assert.deepEqual(await settingsOf(tukar, admin), settings)
  assert.deepEqual(await proposalsOf(tukar, admin), [])
})

test('no setting that takes 0 deletes or stops anything by the word of one admin', async (t) => {
  const { db } = await testDatabase(t)
  const stored = await readStoredSettings(db)
  const takesZero = stored.flatMap(({ key }) => {
    const { guarded, minimum } = ruleOf(key, false)
    return minimum === 0n && !guarded ? [key] : []
  })
  assert.deepEqual(takesZero, zeroIsHarmless)
  for (const { key, kind } of stored) {
    const { minimum, maximum } = ruleOf(key, false)
    if (minimum === null || maximum === null) continue
    for (const bound of [minimum, maximum]) assert.ok(fitsKind(kind, String(bound)), key)
  }
  const amounts = stored.filter(
    ({ key }) => key.startsWith('deposit.') && key.includes('_minimum_'),
  )
  assert.equal(amounts.length, 3)
  for (const { key } of amounts) {
    const most = ruleOf(key.replace('_minimum_', '_maximum_'), false).minimum
    const least = ruleOf(key, false).maximum
    assert.ok(most !== null && least !== null && least <= most, `${key} may pass its maximum`)
  }
})

test('a proposal of the current value, or of an unknown setting, is refused', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const same = await putSetting(tukar, admin, 'withdrawal.approval_idr', { value: '50000000' })
  assert.deepEqual(messageOf(same), [400, 'api.nothing_to_change'])
  const none = await putSetting(tukar, admin, 'withdrawal.nothing', { value: '1' })
  assert.deepEqual(messageOf(none), [400, 'api.setting_not_found'])
})

test('a proposal takes the code of the operator, and so does agreeing to one', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const other = await makeIndependentAdmin(tukar)
  const key = 'withdrawal.approval_idr'
  const [codeOfAdmin, codeOfOther] = [
    await bindOperatorApp(tukar, admin),
    await bindOperatorApp(tukar, other),
  ]
  const failed = [403, 'auth.otp_failed']
  const value = '60000000'
  assert.deepEqual(messageOf(await putSetting(tukar, admin, key, { value })), failed)
  assert.deepEqual(await proposalsOf(tukar, admin), [])
  const otpCode = await codeOfAdmin()
  const tooMuch = await putSetting(tukar, admin, key, { value: '0', otpCode })
  assert.deepEqual(messageOf(tooMuch), unfit, 'what is refused uses up no code')
  const { body } = await putSetting(tukar, admin, key, { value, otpCode })
  const { id } = body.data.proposal
  assert.deepEqual(messageOf(await putSetting(tukar, admin, key, { value: '1', otpCode })), failed)
  assert.deepEqual(messageOf(await agree(tukar, other, id)), failed)
  const agreed = await agree(tukar, other, id, { otpCode: await codeOfOther() })
  assert.equal(agreed.body.data.state, 'agreed')
})

test('the limits of an asset are proposed, and change when an admin agrees in time', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const admin = await makeIndependentAdmin(tukar)
  const body = { active: false, dailyWithdrawalLimit: '0.75', supplyCap: '1000.50' }
  const answer = await putAsset(tukar, finance, 'BTC', body)
  assert.deepEqual(messageOf(answer), [200, 'api.content_saved'])
  const { id, active, proposals } = answer.body.data
  assert.deepEqual([id, active], ['BTC', false])
  type Proposal = { id: number; kind: string; before: string; value: string }
  assert.deepEqual(
    proposals.map(({ kind, value }: Proposal) => [kind, value]),
    [
      ['daily-withdrawal-limit', '0.75'],
      ['supply-cap', '1000.5'],
    ],
  )
  const stored = () =>
    tukar.service.ctx.db.read
      .selectFrom('assets')
      .where('symbol', '=', 'BTC')
      .select(['daily_withdrawal_limit as daily', 'supply_cap as cap'])
      .executeTakeFirstOrThrow()
  const before = await stored()
  assert.equal(before.daily, '50000000')
  await ageProposals(tukar, 60)
  assert.deepEqual(await stored(), before)
  for (const { id: proposal } of proposals) {
    const agreed = await agree(tukar, admin, proposal)
    assert.equal(agreed.body.data.state, 'effective')
  }
  assert.deepEqual(await stored(), { daily: '75000000', cap: '100050000000' })
})

test('the limits of an asset have ceilings, and decimals that it can hold', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const wrong = [
    ['BTC', { dailyWithdrawalLimit: '10.00000001' }],
    ['BTC', { supplyCap: '20000.00000001' }],
    ['BTC', { dailyWithdrawalLimit: '0.000000001' }],
    ['IDR', { dailyWithdrawalLimit: '1' }],
    ['IDR', { supplyCap: '100000000000001' }],
  ] as const
  for (const [symbol, body] of wrong) {
    const answer = await putAsset(tukar, finance, symbol, { ...body, active: false })
    assert.deepEqual(messageOf(answer), [400, 'api.bounds_invalid'], JSON.stringify(body))
  }
  const none = await putAsset(tukar, finance, 'DOGE', { supplyCap: '1' })
  assert.deepEqual(messageOf(none), [404, 'api.content_not_found'])
  assert.deepEqual(messageOf(await putAsset(tukar, finance, 'BTC', {})), [
    400,
    'api.nothing_to_change',
  ])
  assert.deepEqual(await proposalsOf(tukar, finance), [])
  assert.equal((await tukar.call('GET', '/api/asset-information/BTC')).body.data.active, true)
})

test('a shorter delay waits for the longer one, and shortens no open one', async (t) => {
  const tukar = await startTukar(t, { jobs: ['apply guarded changes'] })
  const [admin, other] = [await makeIndependentAdmin(tukar), await makeIndependentAdmin(tukar)]
  const waitOf = async (id: number): Promise<number> => {
    const all = await proposalsOf(tukar, admin)
    const { proposedAt, dueAt } = all.find((one) => one.id === id)
    return (Date.parse(dueAt) - Date.parse(proposedAt)) / 60_000
  }
  const shorter = await propose(tukar, admin, 'settings.delay_minutes', '10')
  assert.equal((await agree(tukar, other, shorter)).body.data.state, 'agreed')
  const waiting = await propose(tukar, admin, 'withdrawal.approval_idr', '60000000')
  assert.deepEqual([await waitOf(shorter), await waitOf(waiting)], [60, 60])
  await ageProposals(tukar, 59)
  assert.equal(await settingOf(tukar, admin, 'settings.delay_minutes'), '60')
  await ageProposals(tukar, 1)
  await eventually('the shorter delay', async () => {
    return (await settingOf(tukar, admin, 'settings.delay_minutes')) === '10'
  })
  assert.equal(await waitOf(waiting), 60)
  const next = await propose(tukar, admin, 'withdrawal.gate_seconds', '20')
  assert.equal(await waitOf(next), 10)
})

test('with emulators a proposal has no delay until operators choose one', async (t) => {
  const { db } = await testDatabase(t)
  assert.equal(await readDelayMinutes(db.read, false), 60)
  assert.equal(await readDelayMinutes(db.read, true), 0)
  const chosen = { value: '30' }
  const delay = db.read.updateTable('settings').where('key', '=', 'settings.delay_minutes')
  await delay.set(chosen).execute()
  assert.equal(await readDelayMinutes(db.read, true), 30)
})

test('two operators state the price of a coin without a pair, and renew it', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const admin = await makeIndependentAdmin(tukar)
  const state = (symbol: string, referencePrice: string) =>
    putAsset(tukar, finance, symbol, { referencePrice })
  const none = [400, 'api.price_not_stated']
  assert.deepEqual(messageOf(await state('TRX', '0')), none)
  assert.deepEqual(messageOf(await state('IDR', '1')), none)
  assert.deepEqual(messageOf(await state('BTC', '1')), none, 'the venue prices it')
  const { db } = tukar.service.ctx
  const worth = async () => {
    const [found = null] = await worthsIn(db.read, [whole(trx, 2n)], idr)
    return found === null ? null : formatMoney(found)
  }
  const stateBoth = async (price: string) => {
    const answer = await state('TRX', price)
    assert.deepEqual(messageOf(answer), [200, 'api.content_saved'])
    const [proposal] = answer.body.data.proposals
    await ageProposals(tukar, 60)
    return { proposal, agreed: await agree(tukar, admin, proposal.id) }
  }
  const first = await stateBoth('4500.0')
  assert.deepEqual([first.proposal.before, first.proposal.value], ['none', '4500'])
  assert.equal(first.agreed.body.data.state, 'effective')
  assert.equal(await worth(), '9000')
  await sql`update prices set observed_at = now() - interval '2 days'`.execute(db.read)
  assert.equal(await worth(), '9000', 'it is stated from time to time, so it may be older')
  const again = await stateBoth('4500')
  assert.match(again.proposal.before, /^4500 at 20/)
  assert.equal(again.agreed.body.data.state, 'effective')
  await sql`update prices set observed_at = now() - interval '8 days'`.execute(db.read)
  assert.equal(await worth(), null)
})

test('the price of a coin is stated once its pairs are delisted', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const state = () => putAsset(tukar, finance, 'BTC', { referencePrice: '900000000' })
  assert.deepEqual(messageOf(await state()), [400, 'api.price_not_stated'])
  await sql`update pairs set state = 'delisted' where tx_pair like 'BTC\\_%'`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual(messageOf(await state()), [200, 'api.content_saved'])
})

test('a proposal states why; without a reason nothing is proposed', async (t) => {
  const tukar = await startTukar(t)
  const [admin, other] = [await makeIndependentAdmin(tukar), await makeIndependentAdmin(tukar)]
  const put = (reason: string | undefined) =>
    putSetting(tukar, admin, 'withdrawal.approval_idr', { value: '60000000', reason })
  assert.deepEqual(messageOf(await put(undefined)), [400, 'The reason field is required.'])
  assert.deepEqual(await proposalsOf(tukar, admin), [])
  const reason = 'fewer reviews at night'
  const id = (await put(reason)).body.data.proposal.id
  const reasons = async () => (await proposalsOf(tukar, other)).map((one) => one.reason)
  assert.deepEqual(await reasons(), [reason])
  const [line] = await auditOf(tukar, admin, '&action=proposal.make')
  assert.equal(line?.after.reason, reason)
  await ageProposals(tukar, 120)
  assert.equal((await agree(tukar, other, id)).body.data.state, 'effective')
  assert.deepEqual(await reasons(), [reason], 'the reason stays after the decision')
})
