import { type RawBuilder, sql } from 'kysely'
import type { Tukar } from '../harness.ts'
import { makeKey } from '../make/api-key.ts'
import { makeBank } from '../make/bank-account.ts'
import { makeClaim } from '../make/cash-deposit.ts'
import { makeCategory, makeNews } from '../make/content.ts'
import { makeProvenTrader } from '../make/identity.ts'
import { type SignedInOperator, twoAdmins } from '../make/operator.ts'
import { makeOrderTrader, orderFields, placeOrder } from '../make/order.ts'
import { propose } from '../make/proposals.ts'
import { makeRecoverable, openRecovery } from '../make/recovery.ts'
import { onSubscription, subscribe } from '../make/subscriber.ts'
import { makeCashSuspense } from '../make/suspense.ts'
import { expectOk, makeTrader, password } from '../make/trader.ts'
import { makeWithdrawer, withdrawCoin } from '../make/withdrawal.ts'

/** A formula, markup that ends an attribute, a picture that fails, and right-to-left text. */
export const hostile =
  '=1+1"><script>window.hostile=1</script><img src=x onerror="window.hostile=1">\u202egnp.exe'

/** The same for fields of one line, which take no direction marks. */
const hostileLine = hostile.replace('\u202e', '')

/** The address of one page of each kind of item, below `/console`. */
export type HostileData = Readonly<{ items: readonly string[] }>

/** Puts the text into every field of users, and makes an item of each kind. */
export async function makeHostileData(tukar: Tukar): Promise<HostileData> {
  const withdrawer = await makeWithdrawer(tukar)
  const requested = await withdrawCoin(tukar, withdrawer, {
    amount: '0.06',
    residentialName: hostileLine,
    residentialAddress: hostileLine,
  })
  expectOk(requested)
  const claim = await makeClaim(tukar, withdrawer, {
    fullName: hostileLine,
    bankName: hostileLine.slice(0, 100),
    bankCompany: hostileLine.slice(0, 100),
  })
  await makeKey(tukar, withdrawer, { apiName: hostileLine.slice(0, 50) })
  await makeBank(tukar, withdrawer, {
    bankName: hostileLine,
    bankOwner: hostileLine,
    address: hostileLine,
  })
  await sendInquiry(tukar)
  const leaver = await makeTrader(tukar)
  const body = { password, reason: hostile }
  expectOk(await tukar.call('POST', '/api/user/suspend', { token: leaver.token, body }))
  const orderer = await makeOrderTrader(tukar)
  const order = await placeOrder(tukar, orderer, orderFields())
  expectOk(
    await tukar.call('POST', '/api/auth/login', {
      body: { email: orderer.email, password },
      headers: { 'user-agent': hostileLine },
    }),
  )
  const suspense = await makeCashSuspense(tukar)
  const items = [
    ...tabs.map((tab) => `/users/${withdrawer.id}?tab=${tab}`),
    `/users/${leaver.id}`,
    `/users/${orderer.id}?tab=devices`,
    `/withdrawals/${requested.body.data.request_id}`,
    `/deposits/${claim}`,
    `/suspense/${suspense}`,
    `/orders/${order}`,
    `/statement?user=${withdrawer.id}&asset=BTC`,
    '/holders/BTC',
    ...(await makeOperatorsItems(tukar)),
    ...(await makeStoredItems(tukar)),
  ]
  return { items }
}

const tabs = ['overview', 'balances', 'devices', 'timeline']

/** Puts the text into the fields of operators. */
async function makeOperatorsItems(tukar: Tukar): Promise<readonly string[]> {
  const [one, other] = await twoAdmins(tukar)
  const proposal = await propose(tukar, one, 'withdrawal.gate_seconds', '20')
  const recovery = await openRecovery(tukar, one, await makeRecoverable(tukar))
  expectOk(recovery)
  const both = { id: hostile, en: hostile }
  const category = await makeCategory(tukar, 'hostile')
  const news = await makeNews(tukar, 'hostile', category, { title: both, summary: both })
  return [
    `/subscriptions/${await makeSubscription(tukar, one)}`,
    `/proposals/${proposal}`,
    `/recoveries/${recovery.body.data.id}`,
    `/operators/${other.id}`,
    `/approvals/operators/${other.id}`,
    '/news/new',
    `/news/${news}`,
    '/account',
  ]
}

/** Subscribes an address of hostile text, and stores the text as its response to a test. */
async function makeSubscription(tukar: Tukar, by: SignedInOperator): Promise<number> {
  const url = `${tukar.url}/${encodeURIComponent(hostile)}`
  const subscribed = await subscribe(
    tukar,
    by,
    { url },
    { name: hostileLine, kinds: ['deposit.*'] },
  )
  expectOk(subscribed)
  const { id } = subscribed.body.data
  expectOk(await onSubscription(tukar, by, id, 'test'))
  await sql`update event_attempts set response = ${hostile} where subscription_id = ${id}`.execute(
    tukar.service.ctx.db.read,
  )
  return id
}

/** Puts the text into rows of providers and jobs; no provider would send it. */
async function makeStoredItems(tukar: Tukar): Promise<readonly string[]> {
  await makeProvenTrader(tukar)
  const idOf = async (statement: RawBuilder<Readonly<{ id: number }>>) =>
    (await statement.execute(tukar.service.ctx.db.read)).rows[0]?.id
  const discrepancy = await idOf(sql`
    insert into breaks (provider, kind, subject, asset, theirs, ours)
    values ('payx', 'transfer', ${hostile}, 'IDR', 'SUCCEEDED', 'FAILED') returning id`)
  const event = await idOf(sql`
    insert into inbox (source, event_key, state, body, error, attempts)
    values ('payx.deposit-paid', ${`hostile-${process.pid}`}, 'parked',
            ${JSON.stringify({ name: hostile })}, ${hostile}, 20) returning id`)
  const report = await idOf(sql`
    insert into reports (request_id, kind, payload, status, message)
    values (${`hostile-${process.pid}`}, 'A', ${JSON.stringify({ name: hostile })}, 'FAILED',
            ${hostile}) returning id`)
  const yearly = await idOf(sql`
    insert into carf_reports (year, is_correction, state, requested_by, drawn_at, checked, problems)
    select 2025, false, 'drawn', min(id), now(), 'invalid', ${hostile} from operators
    returning id`)
  const registration = await idOf(sql`
    select max(id) as id from identity_histories where service = 'REGISTRATION'`)
  return [
    `/breaks/${discrepancy}`,
    `/approvals/breaks/${discrepancy}`,
    `/inbox/${event}`,
    `/regulatory-reports/${report}`,
    `/carf-reports/${yearly}`,
    '/search?q=hostile',
    `/postings/${await idOf(sql`select max(id) as id from postings`)}`,
    `/identities/${registration}`,
    `/inquiries/${await idOf(sql`select max(id) as id from inquiries`)}`,
  ]
}

async function sendInquiry(tukar: Tukar): Promise<void> {
  const body = {
    subject: hostileLine,
    firstName: hostileLine,
    lastName: hostileLine,
    email: 'hostile@tukar.test',
    phone: hostileLine,
    message: hostile,
    captchaToken: `pass-hostile-${process.pid}`,
  }
  expectOk(await tukar.call('POST', '/api/inquiries', { body }))
}
