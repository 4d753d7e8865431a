import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { allSent, type Mail, mailsArrived, mailsTo } from '../../../tests/make/mails.ts'
import { makeTrader, registerTrader } from '../../../tests/make/trader.ts'
import { makeWithdrawer, withdrawCoin } from '../../../tests/make/withdrawal.ts'
import type { UserId } from '../../base/values/ids.ts'
import { mintFreezeLink } from './freeze-link.ts'

const frozen = [200, 'api.user_suspended']

const pathOf = (link: string): string => new URL(link).pathname

/** The link of a mail that freezes the account; empty if it has none. */
const freezeLinkIn = ({ text }: Mail): string =>
  /https?:\S+\/freeze-account\/\S+/.exec(text)?.[0] ?? ''

const press = (tukar: Tukar, link: string) => tukar.call('POST', `/api/auth${pathOf(link)}`)

const linkFor = ({ service }: Tukar, { id }: Readonly<{ id: UserId }>): string =>
  mintFreezeLink(service.ctx, id)

test('the mail of a withdrawal freezes the account by a link', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  await withdrawCoin(tukar, trader)
  await allSent(tukar)
  const mails = await mailsTo(tukar, trader.email)
  const mail = mails.find(({ subject }) => subject === 'Withdrawal requested')
  assert.ok(mail)
  assert.match(mail.text, /^Reference number: \S+\nTime: .* WIB$/m)
  const link = freezeLinkIn(mail)
  assert.match(link, /#en$/)
  assert.equal((await tukar.call('GET', pathOf(link))).status, 200)
  const me = () => tukar.call('GET', '/api/users/me', { token: trader.token })
  assert.equal((await me()).status, 200, 'opening the link changes nothing')
  assert.deepEqual(messageOf(await press(tukar, link)), frozen)
  assert.deepEqual(messageOf(await press(tukar, link)), frozen, 'a repeat succeeds too')
  assert.equal((await me()).status, 401)
  const body = { email: trader.email, password: trader.password }
  const signIn = await tukar.call('POST', '/api/auth/login', { body })
  assert.equal(messageOf(signIn)[1], 'auth.account_suspended')
  const told = await mailsArrived(tukar, trader.email, mails.length + 1)
  assert.deepEqual(
    told.filter(({ subject }) => subject === 'Your account is suspended').map(freezeLinkIn),
    [''],
  )
})

test('mails about no act in the account have no link that freezes it', async (t) => {
  const tukar = await startTukar(t)
  const trader = await registerTrader(tukar)
  const body = { email: trader.email }
  assert.equal((await tukar.call('POST', '/api/auth/password-token', { body })).status, 200)
  const mails = await mailsArrived(tukar, trader.email, 2)
  assert.deepEqual(mails.map(freezeLinkIn), ['', ''])
})

test('a link that is a week old, or not ours, freezes nothing', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const link = linkFor(tukar, trader)
  const refused = [401, 'api.invalid_token']
  for (const made of [link.slice(0, -1), `${link}A`, link.replace(/[^/]+$/, 'x')]) {
    assert.deepEqual(messageOf(await press(tukar, made)), refused)
  }
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 7 * 86_400_000 + 1_000 })
  const late = await press(tukar, link)
  t.mock.timers.reset()
  assert.deepEqual(messageOf(late), refused)
  const me = await tukar.call('GET', '/api/users/me', { token: trader.token })
  assert.equal(me.status, 200)
})

test('many presses of one network are throttled', async (t) => {
  const tukar = await startTukar(t)
  const link = linkFor(tukar, await makeTrader(tukar))
  const answers = []
  for (let attempt = 0; attempt < 31; attempt += 1) answers.push(await press(tukar, link))
  assert.equal(answers.at(-1)?.status, 429)
})
