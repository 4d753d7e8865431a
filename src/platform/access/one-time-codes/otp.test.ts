import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { spendOtp } from '../../../../tests/make/spend-otp.ts'
import type { UserId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import { insertUser } from '../../../core/users/users.sql.ts'
import { deleteExpiredOtps } from './otp.sql.ts'
import { checkOtp, consumeOtp, issueOtp, type OtpClaim } from './otp.ts'

type Owner = Omit<OtpClaim, 'code'>

async function start(t: TestContext): Promise<Context> {
  const { url } = await testDatabase(t)
  return httpContext(t, { databaseUrl: url })
}

async function makeUser(ctx: Context, email: string): Promise<UserId> {
  const password = { passwordHash: 'x', passwordLeaked: false }
  const account = { email, ...password, language: 'en', currency: 'IDR' }
  const id = await ctx.db.inTransaction((tx) => insertUser(tx, account))
  assert.ok(id !== null)
  return id
}

async function ownerOf(
  ctx: Context,
  purpose: OtpClaim['purpose'] = 'email',
  email = 'a@tukar.test',
): Promise<Owner> {
  return { purpose, identity: email, user: await makeUser(ctx, email) }
}

const issue = (ctx: Context, owner: Owner) => ctx.db.inTransaction((tx) => issueOtp(tx, ctx, owner))

/** Returns a different code. */
const not = (code: string) => (code.startsWith('0') ? '1' : '0') + code.slice(1)

async function fail(ctx: Context, owner: Owner, code: string, times: number) {
  for (let time = 0; time < times; time += 1) {
    assert.equal(await spendOtp(ctx, { ...owner, code: not(code) }), 'wrong')
  }
}

/** Simulates the passing of time by moving the times of all rows back. */
const age = (ctx: Context, seconds: number) =>
  sql`
    update otp_codes set expires_at = expires_at - make_interval(secs => ${seconds}),
      former_expires_at = former_expires_at - make_interval(secs => ${seconds}),
      window_ends_at = window_ends_at - make_interval(secs => ${seconds}),
      day_ends_at = day_ends_at - make_interval(secs => ${seconds})`.execute(ctx.db.read)

test('a code works once, and has the digits of its purpose', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  for (const [purpose, shape] of [
    ['email', /^\d{6}$/],
    ['sms', /^\d{6}$/],
    ['withdraw', /^\d{4}$/],
  ] as const) {
    const code = await issue(ctx, { ...owner, purpose })
    assert.match(code, shape)
    assert.equal(await spendOtp(ctx, { ...owner, purpose, code }), 'matched')
    assert.equal(await spendOtp(ctx, { ...owner, purpose, code }), 'wrong')
  }
})

test('one of many concurrent uses of a code succeeds', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  const code = await issue(ctx, owner)
  const spent = await Promise.all(
    Array.from({ length: 30 }, () => spendOtp(ctx, { ...owner, code })),
  )
  assert.equal(spent.filter((outcome) => outcome === 'matched').length, 1)
})

test('at most five of many guesses at once are compared', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  const code = await issue(ctx, owner)
  const guesses = await Promise.all(
    Array.from({ length: 50 }, () => checkOtp(ctx, { ...owner, code: not(code) })),
  )
  assert.equal(guesses.filter((outcome) => outcome === 'wrong').length, 5)
  assert.equal(await spendOtp(ctx, { ...owner, code }), 'locked')
})

test('five wrong tries burn a code, three a withdrawal code; a new one resets none', async (t) => {
  const ctx = await start(t)
  const email = await ownerOf(ctx)
  for (const [purpose, tries] of [
    ['email', 5],
    ['withdraw', 3],
  ] as const) {
    const owner = { ...email, purpose }
    const code = await issue(ctx, owner)
    await fail(ctx, owner, code, tries)
    assert.equal(await spendOtp(ctx, { ...owner, code }), 'locked')
    const next = await issue(ctx, owner)
    assert.equal(await spendOtp(ctx, { ...owner, code: next }), 'locked')
    await age(ctx, 901)
    const later = await issue(ctx, owner)
    assert.equal(await spendOtp(ctx, { ...owner, code: later }), 'matched')
  }
})

test('a burnt code stays burnt in the next quarter of an hour', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  const code = await issue(ctx, owner)
  await fail(ctx, owner, code, 5)
  await sql`update otp_codes set window_ends_at = now()`.execute(ctx.db.read)
  assert.equal(await spendOtp(ctx, { ...owner, code }), 'wrong')
})

test('a success resets the tries', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  for (let round = 0; round < 3; round += 1) {
    const code = await issue(ctx, owner)
    await fail(ctx, owner, code, 4)
    assert.equal(await spendOtp(ctx, { ...owner, code }), 'matched')
  }
})

test('ten wrong withdrawal codes in a day lock withdrawals for a day from the tenth', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx, 'withdraw')
  for (const tries of [3, 3, 3, 1]) {
    await fail(ctx, owner, await issue(ctx, owner), tries)
    await age(ctx, 901)
  }
  const locked = await issue(ctx, owner)
  assert.equal(await spendOtp(ctx, { ...owner, code: locked }), 'locked')
  await age(ctx, 86_400 - 901 - 60)
  const stillLocked = await issue(ctx, owner)
  assert.equal(await spendOtp(ctx, { ...owner, code: stillLocked }), 'locked')
  await age(ctx, 61)
  const free = await issue(ctx, owner)
  assert.equal(await spendOtp(ctx, { ...owner, code: free }), 'matched')
})

test('a code is valid for five minutes by the clock of the database', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  const late = await issue(ctx, owner)
  await age(ctx, 301)
  assert.equal(await spendOtp(ctx, { ...owner, code: late }), 'wrong')
  const early = await issue(ctx, owner)
  await age(ctx, 295)
  assert.equal(await spendOtp(ctx, { ...owner, code: early }), 'matched')
})

/** Issues distinct codes, one after the other. */
async function issueDistinct(ctx: Context, owner: Owner, count: number) {
  const codes: string[] = []
  while (codes.length < count) {
    const code = await issue(ctx, owner)
    assert.ok(!codes.includes(code), 'one in a hundred thousand: run this again')
    codes.push(code)
  }
  return codes
}

test('another code leaves the previous one valid, but no earlier one', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  const [first = '', second = ''] = await issueDistinct(ctx, owner, 3)
  assert.equal(await spendOtp(ctx, { ...owner, code: first }), 'wrong')
  assert.equal(await spendOtp(ctx, { ...owner, code: second }), 'matched')
})

test('one of two valid codes works, and using it burns the other', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  for (const used of [0, 1]) {
    const codes = await issueDistinct(ctx, owner, 2)
    const outcomes = [codes[used], codes[1 - used]].map((code = '') =>
      spendOtp(ctx, { ...owner, code }),
    )
    const matched = (await Promise.all(outcomes)).filter((outcome) => outcome === 'matched')
    assert.equal(matched.length, 1)
    for (const code of codes) assert.equal(await spendOtp(ctx, { ...owner, code }), 'wrong')
  }
})

test('a code expires at its own time, whatever was requested since', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  const old = await issue(ctx, owner)
  await sql`update otp_codes set expires_at = now() + interval '1 minute'`.execute(ctx.db.read)
  const newest = await issue(ctx, owner)
  await sql`update otp_codes set former_expires_at = now()`.execute(ctx.db.read)
  assert.equal(await spendOtp(ctx, { ...owner, code: old }), 'wrong')
  assert.equal(await spendOtp(ctx, { ...owner, code: newest }), 'matched')
})

test('a code burnt by wrong tries does not become valid beside a newer one', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  const burnt = await issue(ctx, owner)
  await fail(ctx, owner, burnt, 5)
  const openWindow = () => sql`update otp_codes set window_ends_at = now()`.execute(ctx.db.read)
  await openWindow()
  const newest = await issue(ctx, owner)
  assert.equal(await spendOtp(ctx, { ...owner, code: burnt }), 'wrong')
  await fail(ctx, owner, newest, 3)
  const next = await issue(ctx, owner)
  await fail(ctx, owner, next, 1)
  await openWindow()
  assert.equal(await spendOtp(ctx, { ...owner, code: newest }), 'wrong')
  assert.equal(await spendOtp(ctx, { ...owner, code: next }), 'matched')
})

test('two valid codes share the tries of one', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  const codes = await issueDistinct(ctx, owner, 2)
  const wrong = ['000000', '111111', '222222'].find((code) => !codes.includes(code)) ?? ''
  const guesses = await Promise.all(
    Array.from({ length: 50 }, () => checkOtp(ctx, { ...owner, code: wrong })),
  )
  assert.equal(guesses.filter((outcome) => outcome === 'wrong').length, 5)
  for (const code of codes) assert.equal(await spendOtp(ctx, { ...owner, code }), 'locked')
})

test('only the newest withdrawal code counts', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx, 'withdraw')
  const old = await issue(ctx, owner)
  let newest = await issue(ctx, owner)
  while (newest === old) newest = await issue(ctx, owner)
  assert.equal(await spendOtp(ctx, { ...owner, code: old }), 'wrong')
  assert.equal(await spendOtp(ctx, { ...owner, code: newest }), 'matched')
})

test('a code is valid for no other purpose, identity or user', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx, 'sms')
  const code = await issue(ctx, owner)
  const other = await makeUser(ctx, 'b@tukar.test')
  const claims: readonly Owner[] = [
    { ...owner, purpose: 'email' },
    { ...owner, identity: 'b@tukar.test' },
    { ...owner, user: other },
  ]
  for (const claim of claims) assert.equal(await spendOtp(ctx, { ...claim, code }), 'wrong')
  assert.equal(await spendOtp(ctx, { ...owner, code }), 'matched')
})

test("requests and mistakes of one user cost another user's code nothing", async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx, 'sms')
  const rival = { ...owner, user: await makeUser(ctx, 'b@tukar.test') }
  const code = await issue(ctx, owner)
  await fail(ctx, rival, await issue(ctx, rival), 5)
  assert.equal(await spendOtp(ctx, { ...owner, code }), 'matched')
})

test('a wrong try counts even if the work around it fails', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  const code = await issue(ctx, owner)
  for (let time = 0; time < 5; time += 1) {
    const work = ctx.db.inTransaction(async () => {
      await checkOtp(ctx, { ...owner, code: not(code) })
      throw new Error('undone')
    })
    await assert.rejects(work, /undone/)
  }
  assert.equal(await checkOtp(ctx, { ...owner, code }), 'locked')
})

test('a code is used up with the work it was for, and stays when that is undone', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  const claim = { ...owner, code: await issue(ctx, owner) }
  const work = ctx.db.inTransaction(async (tx) => {
    assert.equal(await consumeOtp(tx, ctx, claim), true)
    throw new Error('undone')
  })
  await assert.rejects(work, /undone/)
  assert.equal(await ctx.db.inTransaction((tx) => consumeOtp(tx, ctx, claim)), true)
  assert.equal(await ctx.db.inTransaction((tx) => consumeOtp(tx, ctx, claim)), false)
})

test('no code is stored in clear, nor as a digest without the key', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx)
  const code = await issue(ctx, owner)
  const rows = await sql<{ text: string }>`
    select o::text as text from otp_codes o`.execute(ctx.db.read)
  assert.equal(rows.rows.length, 1)
  assert.ok(!rows.rows[0]?.text.includes(code))
  const elsewhere = {
    db: ctx.db,
    config: { ...ctx.config, appKeys: [Buffer.alloc(32, 9)] as const },
  }
  assert.equal(await checkOtp(elsewhere, { ...owner, code }), 'wrong')
})

test('expired codes are deleted, but not while their attempts still count', async (t) => {
  const ctx = await start(t)
  const owner = await ownerOf(ctx, 'withdraw')
  const code = await issue(ctx, owner)
  await fail(ctx, owner, code, 1)
  const rows = async () => (await sql`select from otp_codes`.execute(ctx.db.read)).rows.length
  await age(ctx, 3_600)
  await deleteExpiredOtps(ctx.db)
  assert.equal(await rows(), 1)
  await age(ctx, 86_400)
  await deleteExpiredOtps(ctx.db)
  assert.equal(await rows(), 0)
})
