import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { allSent, mailsArrived, mailsTo } from '../../../tests/make/mails.ts'
import { password } from '../../../tests/make/trader.ts'

type Fields = Readonly<Record<string, unknown>>

const good = { email: 'new@tukar.test', password, password_confirmation: password }

const register = (tukar: Tukar, fields: Fields) =>
  tukar.call('POST', '/api/auth/register', { body: { ...good, ...fields } })

async function accounts(tukar: Tukar): Promise<readonly Fields[]> {
  const found = await sql<Fields>`select * from users order by id`.execute(
    tukar.service.ctx.db.read,
  )
  return found.rows
}

test('registering returns auth.registered, and mails a link that verifies', async (t) => {
  const tukar = await startTukar(t)
  const answer = await register(tukar, { language: 'en', currency: 'usd' })
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, {
    code: 200,
    title: 'OK',
    message: 'auth.registered',
    result: true,
  })
  const [mail] = await mailsArrived(tukar, good.email, 1)
  assert.match(mail?.link ?? '', new RegExp(`^${tukar.config.appUrl}/verify-email/[\\w-]+#en$`))
  const [account] = await accounts(tukar)
  assert.equal(account?.['currency'], 'USD')
  assert.match(String(account?.['password_hash']), /^\$argon2id\$/)
})

test('an address in use gets the same response, changes nothing and mails its owner', async (t) => {
  const tukar = await startTukar(t)
  const first = await register(tukar, { email: 'owner@tukar.test', language: 'en' })
  const before = await accounts(tukar)
  const other = 'Another-Pass-1'
  const again = await register(tukar, {
    email: 'Owner@TUKAR.test',
    password: other,
    password_confirmation: other,
    language: 'id',
  })
  assert.equal(again.text, first.text)
  assert.equal(again.status, first.status)
  assert.deepEqual(await accounts(tukar), before)
  const mails = await mailsArrived(tukar, 'owner@tukar.test', 2)
  const mail = mails.find(({ subject }) => subject === 'You already have an account')
  assert.ok(mail !== undefined && !mail.text.includes('/verify-email/'))
})

test('repeated registration of a used address does not flood its owner', async (t) => {
  const tukar = await startTukar(t)
  const email = 'owner@tukar.test'
  for (let time = 0; time < 8; time += 1) {
    assert.equal((await register(tukar, { email })).status, 200)
  }
  await allSent(tukar)
  const mails = await mailsTo(tukar, email)
  const links = mails.filter(({ text }) => text?.includes('/verify-email/'))
  assert.deepEqual([mails.length, links.length], [3, 1])
})

test('an address registered many times at once makes one account with one link', async (t) => {
  const tukar = await startTukar(t)
  const spellings = ['race@tukar.test', 'Race@tukar.test', 'RACE@TUKAR.TEST', ' race@tukar.test ']
  const answers = await Promise.all(
    [...spellings, ...spellings].map((email) => register(tukar, { email })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  )
  const made = await accounts(tukar)
  assert.deepEqual(
    made.map(({ email }) => email),
    ['race@tukar.test'],
  )
  await allSent(tukar)
  const mails = await mailsTo(tukar, 'race@tukar.test')
  assert.equal(mails.filter(({ text }) => text.includes('/verify-email/')).length, 1)
})

const bad: readonly (readonly [Fields, sentence: string])[] = [
  [{ email: undefined }, 'The email field is required.'],
  [{ email: '  ' }, 'The email field is required.'],
  [{ email: ['a@b.test'] }, 'The email field must be a string.'],
  [{ email: 'nobody' }, 'The email field must be a valid email address.'],
  [{ email: 'a@b' }, 'The email field must be a valid email address.'],
  [{ email: 'a b@tukar.test' }, 'The email field must be a valid email address.'],
  [{ email: 'a@tukar.test\r\nBcc: b@c.test' }, 'The email field must be a valid email address.'],
  [{ email: '"a\nb"@tukar.test' }, 'The email field must be a valid email address.'],
  [{ email: 'a@tukar.test, b@tukar.test' }, 'The email field must be a valid email address.'],
  [
    { email: `${'a'.repeat(64)}@${'b.'.repeat(94)}test` },
    'The email field must not be greater than 255 characters.',
  ],
  [{ password: undefined }, 'The password field is required.'],
  [{ password: '' }, 'The password field is required.'],
  [{ password: 12_345_678 }, 'The password field must be a string.'],
  [{ password: 'Sh0rt-1' }, 'The password field must be at least 8 characters.'],
  [
    { password: `${'Aa1-'.repeat(32)}x` },
    'The password field must not be greater than 128 characters.',
  ],
  ...['aaaaaa-1', 'AAAAAA-1', 'AAAAaa--', 'AAAAaa11', 'Päss wo1'].map(
    (weak) =>
      [
        { password: weak, password_confirmation: weak },
        'The password field must contain upper and lower case letters, a digit and a symbol.',
      ] as const,
  ),
  [{ password_confirmation: undefined }, 'The password confirmation field is required.'],
  [{ password_confirmation: `${password} ` }, 'The password field confirmation does not match.'],
  [{ language: 'not a language' }, 'The selected language is invalid.'],
  [{ language: 'en\r\nX: y' }, 'The selected language is invalid.'],
  [{ currency: 'JPY' }, 'The selected currency is invalid.'],
]

test('a bad field is refused with a sentence about its fault, and nothing is stored', async (t) => {
  const tukar = await startTukar(t)
  for (const [fields, sentence] of bad) {
    const answer = await register(tukar, fields)
    assert.equal(answer.body?.message, sentence, JSON.stringify(fields))
    assert.equal(answer.status, 400)
    assert.equal(answer.body.result, false)
  }
  assert.deepEqual(await accounts(tukar), [])
})

test('the first of several bad fields, in the order of the documents, is reported', async (t) => {
  const tukar = await startTukar(t)
  const answer = await register(tukar, { email: 'nobody', password: 'x', currency: 'JPY' })
  assert.equal(answer.body.message, 'The email field must be a valid email address.')
})

test('a password of 128 characters is accepted, and its spaces and accents count', async (t) => {
  const tukar = await startTukar(t)
  for (const [index, long] of [`Aa1-${' '.repeat(124)}`, `Aa1-${'é'.repeat(124)}`].entries()) {
    const email = `long-${index}@tukar.test`
    const fields = { email, password: long, password_confirmation: long }
    assert.equal((await register(tukar, fields)).status, 200)
    const answers = [long, long.trimEnd(), `${long.slice(0, -1)}x`].map(async (typed) => {
      const body = { email, password: typed }
      return (await tukar.call('POST', '/api/auth/login', { body })).status
    })
    const [whole, trimmed, changed] = await Promise.all(answers)
    assert.deepEqual([whole, changed], [200, 401])
    assert.equal(trimmed, long.trimEnd() === long ? 200 : 401)
  }
})

test('a combining accent does not count as a symbol', async (t) => {
  const tukar = await startTukar(t)
  const weak = 'Passwörd1'.normalize('NFD')
  const answer = await register(tukar, { password: weak, password_confirmation: weak })
  assert.equal(answer.status, 400)
})

test('account fields that a user cannot choose are ignored', async (t) => {
  const tukar = await startTukar(t)
  const wishes = { id: 7, email_verified_at: '2020-01-01', bind_2fa: true, is_verified: true }
  assert.equal((await register(tukar, wishes)).status, 200)
  const [account] = await accounts(tukar)
  assert.equal(account?.['email_verified_at'], null)
  assert.equal(account?.['bind_2fa'], false)
  assert.notEqual(account?.['id'], 7)
})
