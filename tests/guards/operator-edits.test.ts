import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jakartaDay } from '../../src/base/clock.ts'
import { endpoints } from '../../src/endpoints.ts'
import { startTukar, type Tukar } from '../harness.ts'
import { messageOf } from '../make/answers.ts'
import { makeBanner, makeCategory, makeNews } from '../make/content.ts'
import { versionAt } from '../make/edits.ts'
import { makeOperator, twoAdmins } from '../make/operator.ts'
import { agreeAll } from '../make/proposals.ts'
import { subscribe } from '../make/subscriber.ts'
import { expectOk } from '../make/trader.ts'

/** The PUT rows that replace nothing an operator has read, with the reason. */
const withoutVersion: Readonly<Record<string, string>> = {
  '/operator/api/wallet-status': 'a stop must not fail; to resume is a proposal',
  '/operator/api/prices/{pair}': 'a rate is a new observation; earlier ones stay',
  '/operator/api/listings/{kind}/{name}': 'a proposal, which shows the state that it replaces',
}

const both = (text: string) => ({ id: text, en: text })

type Bodies = readonly [first: object, second: object]

const twice = (field: string, first: unknown, second: unknown, more: object = {}): Bodies => [
  { ...more, [field]: first },
  { ...more, [field]: second },
]

/** Two edits of an item of every kind, by its path. */
async function editsOf(tukar: Tukar, token: string): Promise<Readonly<Record<string, Bodies>>> {
  const category = await makeCategory(tukar, 'market')
  const news = await makeNews(tukar, 'one', category)
  const banner = await makeBanner(tukar, 'promo')
  const { id: operator } = await makeOperator(tukar, 'viewer')
  const entry = { type: 'gender', value: 'X', label: both('X') }
  const added = await tukar.call('POST', '/operator/api/dictionaries', { token, body: entry })
  expectOk(added)
  const hook = { url: 'http://127.0.0.1:9/' }
  const subscription = await subscribe(tukar, { token }, hook)
  expectOk(subscription)
  const item = { slug: 'one', categoryId: category, summary: both('s'), body: both('<p>b</p>') }
  const image = 'https://cdn.test/a.png'
  const nextMonth = jakartaDay(new Date(Date.now() + 31 * 86_400_000))
  const plan = { validFrom: nextMonth, rule: 'PMK 1/2027' }
  return {
    [`news/${news}`]: twice('title', both('A'), both('B'), item),
    [`news-categories/${category}`]: twice('name', both('A'), both('B'), { slug: 'market' }),
    [`banners/${banner}`]: twice('title', both('A'), both('B'), { image }),
    [`dictionaries/${added.body.data.id}`]: twice('label', both('A'), both('B'), entry),
    'payment-instructions/BCA/ATM/en': twice('steps', ['A'], ['B']),
    'settings/deposit.va_fee_idr': twice('value', '5000', '6000'),
    'settings/order.most_open': twice('value', '100', '150'),
    'pairs/BTC_IDR': twice('minNotional', '25000', '30000'),
    'fees/RUPIAH': twice('buyFeePpm', 1_000, 1_100, { sellFeePpm: 1_500 }),
    'tax-rates/PPH-SELL-rupiah-domestic': twice('ratePpm', 2_200, 2_300, plan),
    'assets/USDT': twice('active', false, true),
    'assets/USDT/networks/TRC20': twice('minWithdrawal', '6', '7'),
    'countries/AQ': twice('active', false, true),
    'banks/014': twice('active', false, true),
    [`subscriptions/${subscription.body.data.id}`]: twice('name', 'A', 'B', {
      ...hook,
      kinds: ['*'],
    }),
    [`operators/${operator}/role`]: twice('role', 'support', 'finance'),
  }
}

const rows = endpoints.filter(
  ({ method, access }) => method === 'PUT' && access.scheme === 'operatorBearer',
)

const matches = (row: string, path: string) =>
  new RegExp(`^${row.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(`/operator/api/${path}`)

test('an edit of a stale version is refused, and names the last editor', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = await twoAdmins(tukar)
  const edits = await editsOf(tukar, one.token)
  const played = Object.keys(edits)
  for (const { path } of rows) {
    const isPlayed = played.some((edit) => matches(path, edit))
    assert.notEqual(isPlayed, path in withoutVersion, `${path} is in exactly one of both lists`)
  }
  for (const [path, [first, second]] of Object.entries(edits)) {
    const version = await versionAt(tukar, one, path)
    const put = (token: string, body: object) =>
      tukar.call('PUT', `/operator/api/${path}`, { token, body: { reason: 'why', ...body } })
    const blind = await put(other.token, second)
    assert.deepEqual(messageOf(blind), [400, 'The version field is required.'], path)
    const byOne = await put(one.token, { ...first, version })
    expectOk(byOne)
    const { proposal = null, proposals = [] } = byOne.body.data
    const isProposed = proposal !== null || proposals.length > 0
    if (isProposed) await agreeAll(tukar, byOne)
    const refused = await put(other.token, { ...second, version })
    assert.deepEqual(messageOf(refused), [409, 'api.version_conflict'], path)
    const { conflict } = refused.body
    if (isProposed) assert.match(conflict.by, /^independent-/, path)
    else assert.equal(conflict.by, one.email, path)
    assert.ok(Date.parse(conflict.at) > 0, path)
    assert.equal(conflict.version, await versionAt(tukar, one, path), path)
    expectOk(await put(other.token, { ...second, version: conflict.version }))
  }
})
