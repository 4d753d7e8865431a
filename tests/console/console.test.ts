import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { reconcile } from '../../src/features/reconciliation/reconcile.ts'
import { eventually, startTukar, type Tukar } from '../harness.ts'
import { makeClaim } from '../make/cash-deposit.ts'
import { openConsole } from '../make/console.ts'
import { depositCoins } from '../make/custody.ts'
import { makeFirstAdmin, makeOperator } from '../make/operator.ts'
import { leaderOf } from '../make/payx.ts'
import { makeCashSuspense } from '../make/suspense.ts'
import { makeTrader } from '../make/trader.ts'
import { type Fields, makeWithdrawer, type Withdrawer, withdrawCoin } from '../make/withdrawal.ts'

const large = { amount: '0.06', residentialAddress: 'Jalan Melati 1, Bandung' }
const veryLarge = { ...large, amount: '0.5' }

/** A withdrawal that waits for approval, by its request id. */
async function waiting(tukar: Tukar, trader: Withdrawer, fields: Fields = large): Promise<string> {
  const answer = await withdrawCoin(tukar, trader, fields)
  assert.equal(answer.body.data?.status, 'PENDING_APPROVAL', answer.text)
  return answer.body.data.request_id
}

test('an operator signs in, finds the withdrawal that waits, and approves it', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const id = await waiting(tukar, await makeWithdrawer(tukar))
  const page = await openConsole(t, tukar.url)
  await page.signIn(finance)
  assert.ok(page.text().includes(`${finance.email} (finance)`))
  await page.click('Withdrawals')
  assert.match(page.text(), /0\.06 BTC 60000000 PENDING_APPROVAL/)
  assert.match(page.text(), /\d{1,2} [A-Z][a-z]{2,4} \d{4}, \d\d:\d\d:\d\d WIB/)
  await page.click(id)
  assert.equal(page.fact('Status'), 'PENDING_APPROVAL')
  assert.equal(page.fact('Amount'), '0.06')
  await page.click('Approve')
  page.enter({ note: 'known' })
  await page.click('Continue')
  assert.ok(page.text().includes('Approve the withdrawal of 0.06 BTC by user'), 'asks once more')
  const { body } = await tukar.call('GET', `/operator/api/withdrawals/${id}`, finance)
  assert.equal(body.data.status, 'PENDING_APPROVAL', 'nothing is sent before the second yes')
  await page.click('Yes: approve')
  assert.ok(page.text().includes('Done: Approve.'))
  assert.notEqual(page.fact('Status'), 'PENDING_APPROVAL')
  assert.match(page.fact('Decisions'), new RegExp(`${finance.email} known`))
  assert.ok(!page.buttons().includes('Approve'), 'what is decided can not be decided again')
})

test('two operators who say the same give an item in suspense to its user', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const first = await makeOperator(tukar, 'finance', admin)
  const trader = await makeTrader(tukar)
  const id = await makeCashSuspense(tukar)
  const assign = async (by: typeof admin) => {
    const page = await openConsole(t, tukar.url)
    await page.signIn(by)
    await page.go(`#/suspense/${id}`)
    await page.click('Assign')
    page.enter({ userId: `${trader.id}`, reason: 'the bank says so' })
    await page.click('Continue')
    await page.click('Yes: assign')
    return page
  }
  const second = await makeOperator(tukar, 'finance', admin)
  const proposed = await assign(first)
  assert.equal(proposed.fact('State'), 'proposed', proposed.text())
  assert.ok(proposed.fact('Proposals').includes(first.email))
  const assigned = await assign(second)
  assert.equal(assigned.fact('State'), 'assigned', assigned.text())
  assert.equal(assigned.fact('Assigned user'), `${trader.id}`)
})

test('a viewer sees every page and no button that changes anything', async (t) => {
  const tukar = await startTukar(t)
  const viewer = await makeOperator(tukar, 'viewer')
  const trader = await makeWithdrawer(tukar)
  const id = await waiting(tukar, trader)
  const item = await makeCashSuspense(tukar)
  const page = await openConsole(t, tukar.url)
  await page.signIn(viewer)
  assert.deepEqual(page.links(), [
    'Alerts',
    'Breaks',
    'Inbox',
    'Audit',
    'Withdrawals',
    'Claimed deposits',
    'Suspense',
    'Orders',
    'Stray trades',
    'House accounts',
    'Holds',
    'Postings',
    'Users',
    'Blacklisted phones',
    'Wallet status',
  ])
  const harmless = new Set(['Sign out', 'Refresh', 'Show'])
  const look = (where: string) => {
    assert.ok(!page.text().includes('This can not be shown'), `${where}: ${page.text()}`)
    assert.deepEqual(
      page.buttons().filter((name) => !harmless.has(name)),
      [],
      where,
    )
  }
  for (const name of page.links()) {
    await page.click(name)
    look(name)
  }
  for (const hash of [`withdrawals/${id}`, `suspense/${item}`, `users/${trader.id}`]) {
    await page.go(`#/${hash}`)
    assert.ok(page.count('dl') > 0)
    look(hash)
  }
})

test('a list is narrowed by its filters, and leafed through page by page', async (t) => {
  const tukar = await startTukar(t)
  const page = await openConsole(t, tukar.url)
  await page.signIn(await makeOperator(tukar, 'viewer'))
  const first = await makeTrader(tukar, 'ani@tukar.test')
  const second = await makeTrader(tukar, 'budi@tukar.test')
  const shown = () =>
    [first, second].map(({ email }) => email).filter((email) => page.text().includes(email))
  await page.click('Users')
  assert.deepEqual(shown(), [first.email, second.email])
  page.enter({ q: 'ani@' })
  await page.click('Show')
  assert.deepEqual(shown(), [first.email])
  await page.go('#/users?per_page=1')
  assert.deepEqual(shown(), [second.email], 'the newest first')
  await page.click('Next')
  assert.deepEqual(shown(), [first.email])
  await page.click('Previous')
  assert.deepEqual(shown(), [second.email])
})

test('a refusal is shown in words', async (t) => {
  const tukar = await startTukar(t)
  const finance = await makeOperator(tukar, 'finance')
  const id = await waiting(tukar, await makeWithdrawer(tukar), veryLarge)
  const page = await openConsole(t, tukar.url)
  await page.signIn({ email: finance.email, password: 'not their password' })
  const { body } = await tukar.call('GET', '/api/errors')
  const wordsFor = (key: string): string =>
    body.data.find((one: { key: string }) => one.key === key).text.en
  assert.ok(page.text().includes(wordsFor('auth.failed')), page.text())
  await page.signIn(finance)
  for (const round of [1, 2]) {
    await page.go(`#/withdrawals/${id}?round=${round}`)
    await page.click('Approve')
    await page.click('Continue')
    await page.click('Yes: approve')
  }
  assert.ok(page.text().includes(wordsFor('api.second_operator_needed')), page.text())
  assert.equal(page.fact('Approvals'), '1')
})

test('what users call themselves is shown as the text that it is', async (t) => {
  const tukar = await startTukar(t)
  const page = await openConsole(t, tukar.url)
  await page.signIn(await makeOperator(tukar, 'finance'))
  const trader = await makeTrader(tukar)
  const names = [
    '<img src=x onerror="alert(1)"><b>Siti</b>',
    '2026-99-99T00:00:00Z',
    'https://x.test/api/files/0123456789abcdef0123456789abcdef?a=b',
  ]
  for (const fullName of names) {
    const id = await makeClaim(tukar, trader, { fullName })
    await page.go(`#/deposits/${id}`)
    assert.equal(page.fact('Full name'), fullName, page.text())
    assert.equal(page.count('b'), 0)
    assert.equal(page.pictures().length, 1, 'the proof alone')
  }
})

test('who decides sees the proof of a claimed deposit, and says how much came', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const finance = await makeOperator(tukar, 'finance', admin)
  const id = await makeClaim(tukar, await makeTrader(tukar))
  const viewers = await openConsole(t, tukar.url)
  await viewers.signIn(await makeOperator(tukar, 'viewer', admin))
  await viewers.go(`#/deposits/${id}`)
  assert.deepEqual([viewers.pictures(), viewers.fact('Paid by')], [[], '–'])
  const page = await openConsole(t, tukar.url)
  await page.signIn(finance)
  await page.go(`#/deposits/${id}`)
  const [proof = ''] = page.pictures()
  assert.match(proof, /^\/api\/files\//)
  const picture = await fetch(new URL(proof, tukar.url))
  assert.match(picture.headers.get('content-type') ?? '', /^image\//)
  await page.click('Approve')
  page.enter({ amount: '240000' })
  await page.click('Continue')
  await page.click('Yes: approve')
  assert.equal(page.fact('Status'), 'COMPLETED', page.text())
  assert.ok(page.fact('Approvals').includes(`${finance.email} 240000`), page.fact('Approvals'))
})

test('who is the first of two to say something is told that it is proposed', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = await leaderOf(tukar)
  await reconcile(ctx)
  const address = '0xdefa017000000000000000000000000000000000'
  await depositCoins(tukar, { address, assetId: 'ETH', amount: '2' })
  await reconcile(ctx)
  const page = await openConsole(t, tukar.url)
  await page.signIn(await makeOperator(tukar, 'finance'))
  await page.click('Breaks')
  await page.click('House money')
  page.enter({ direction: 'in', amount: '2', reason: 'gas for the hot vault' })
  await page.click('Continue')
  await page.click('Yes: house money')
  assert.match(page.text(), /Done: House money, proposed\./)
})

test('who signs out leaves no token behind, here or at the service', async (t) => {
  const tukar = await startTukar(t)
  const page = await openConsole(t, tukar.url)
  await page.signIn(await makeOperator(tukar, 'viewer'))
  const token = page.token() ?? ''
  assert.equal((await tukar.call('GET', '/operator/api/me', { token })).status, 200)
  await page.click('Sign out')
  assert.equal(page.token(), null)
  assert.match(page.text(), /You have signed out/)
  assert.deepEqual(page.links(), [])
  assert.equal((await tukar.call('GET', '/operator/api/me', { token })).status, 401)
})

test('a session that ended leads back to signing in, and its token is forgotten', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const viewer = await makeOperator(tukar, 'viewer', admin)
  const page = await openConsole(t, tukar.url)
  await page.signIn(viewer)
  const body = { reason: 'left' }
  const call = { token: admin.token, body }
  await tukar.call('POST', `/operator/api/operators/${viewer.id}/disable`, call)
  await page.go('#/users')
  assert.match(page.text(), /Your session has ended/)
  assert.equal(page.token(), null)
  assert.deepEqual([page.links(), page.count('table')], [[], 0])
})

test('withdrawals are stopped and started, and a setting is changed', async (t) => {
  const tukar = await startTukar(t)
  const page = await openConsole(t, tukar.url)
  await page.signIn(await makeFirstAdmin(tukar))
  await page.go('#/wallet-status')
  for (const [title, state] of [
    ['Stop withdrawals', 'inactive'],
    ['Start withdrawals', 'active'],
  ] as const) {
    await page.click(title)
    page.enter({ reason: 'a test' })
    await page.click('Continue')
    await page.click(`Yes: ${title.toLowerCase()}`)
    const told = await tukar.call('GET', '/api/wallet-status')
    assert.equal(told.body.data.withdrawal_status, state)
  }
  await page.go('#/settings')
  await page.click('Change')
  page.enter({ value: 'no value of its kind' })
  await page.click('Continue')
  await page.click('Yes: change')
  assert.ok(page.buttons().includes('Continue'), 'what was refused can be mended')
  page.enter({ value: '60000' })
  await page.click('Continue')
  await page.click('Yes: change')
  assert.match(page.text(), /Done: Change\..*withdrawal\.idr_minimum 60000/)
})

test('a phone leaves the blacklist, and a user is suspended and restored', async (t) => {
  const tukar = await startTukar(t)
  const support = await makeOperator(tukar, 'support')
  const trader = await makeTrader(tukar)
  await sql`insert into phone_blacklist (phone, reason) values ('+6281200000001', 'fraud')`.execute(
    tukar.service.ctx.db.read,
  )
  const page = await openConsole(t, tukar.url)
  await page.signIn(support)
  const act = async (title: string) => {
    await page.click(title)
    page.enter({ reason: 'looked into' })
    await page.click('Continue')
    await page.click(`Yes: ${title.toLowerCase()}`)
  }
  await page.go('#/phones')
  assert.match(page.text(), /\+6281200000001/)
  await act('Lift')
  assert.match(page.text(), /There is nothing here/)
  await page.go(`#/users?q=${encodeURIComponent(trader.email)}`)
  await page.click(`${trader.id}`)
  await act('Suspend')
  assert.equal(page.fact('Suspension reason'), 'looked into')
  await eventually('the buttons to turn', async () => page.buttons().includes('Restore'))
  await act('Restore')
  assert.equal(page.fact('Suspended at'), '–')
})
