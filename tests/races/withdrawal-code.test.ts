import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { UserId } from '../../src/base/values/ids.ts'
import type { Context } from '../../src/context.ts'
import { insertUser } from '../../src/core/users/users.sql.ts'
import { checkOtp, issueOtp } from '../../src/platform/access/one-time-codes/otp.ts'
import { testDatabase } from '../database.ts'
import { httpContext } from '../make/http-context.ts'
import { spendOtp } from '../make/spend-otp.ts'

const guessesAtOnce = 400
const email = 'victim@tukar.test'

type Owner = Readonly<{ purpose: 'withdraw'; identity: string; user: UserId }>
/** Starts nodes with separate connections to one database, and makes a user with codes. */
type Scene = Readonly<{ nodes: readonly Context[]; first: Context; owner: Owner }>

async function start(t: TestContext): Promise<Scene> {
  const { url } = await testDatabase(t)
  const nodes = Array.from({ length: 4 }, () => httpContext(t, { databaseUrl: url }))
  const [first] = nodes
  assert.ok(first !== undefined)
  const password = { passwordHash: 'x', passwordLeaked: false }
  const account = { email, ...password, language: 'en', currency: 'IDR' }
  const user = await first.db.inTransaction((tx) => insertUser(tx, account))
  assert.ok(user !== null)
  return { nodes, first, owner: { purpose: 'withdraw', identity: email, user } }
}

const issue = ({ first, owner }: Scene) =>
  first.db.inTransaction((tx) => issueOtp(tx, first, owner))

/** Sends wrong guesses at once over all nodes; returns how many were compared. */
async function guess({ nodes, owner }: Scene, code: string): Promise<number> {
  const outcomes = await Promise.all(
    Array.from({ length: guessesAtOnce }, (_, index) => {
      const guessed = String((Number(code) + 1 + index) % 10_000).padStart(4, '0')
      const node = nodes[index % nodes.length] ?? assert.fail()
      return checkOtp(node, { ...owner, code: guessed })
    }),
  )
  assert.ok(!outcomes.includes('matched'))
  return outcomes.filter((outcome) => outcome === 'wrong').length
}

async function tries({ first }: Scene) {
  const found = await sql<{ window: number; day: number }>`
    select window_tries as window, day_tries as day from otp_codes`.execute(first.db.read)
  return found.rows[0]
}

const pass = ({ first }: Scene, seconds: number) =>
  sql`
    update otp_codes set expires_at = expires_at - make_interval(secs => ${seconds}),
      window_ends_at = window_ends_at - make_interval(secs => ${seconds}),
      day_ends_at = day_ends_at - make_interval(secs => ${seconds})`.execute(first.db.read)

test('of four hundred concurrent guesses at a withdrawal code three are checked', async (t) => {
  const scene = await start(t)
  const code = await issue(scene)
  assert.equal(await guess(scene, code), 3)
  assert.deepEqual(await tries(scene), { window: 3, day: 3 })
  assert.equal(await spendOtp(scene.first, { ...scene.owner, code }), 'locked')
  await pass(scene, 901)
  const later = await issue(scene)
  assert.equal(await spendOtp(scene.first, { ...scene.owner, code: later }), 'matched')
})

test('new codes during the guesses grant no new tries', async (t) => {
  const scene = await start(t)
  const code = await issue(scene)
  const [, ...counts] = await Promise.all([
    issue(scene).then(() => issue(scene)),
    guess(scene, code),
    guess(scene, code),
  ])
  const looked = counts.reduce((sum, count) => sum + count, 0)
  assert.ok(looked <= 3, `${looked}`)
  assert.deepEqual(await tries(scene), { window: 3, day: 3 })
})

test('ten guesses a day are checked, however many more follow', async (t) => {
  const scene = await start(t)
  const looked: number[] = []
  for (let round = 0; round < 6; round += 1) {
    looked.push(await guess(scene, await issue(scene)))
    await pass(scene, 901)
  }
  assert.deepEqual(looked, [3, 3, 3, 1, 0, 0])
  const locked = await issue(scene)
  assert.equal(await spendOtp(scene.first, { ...scene.owner, code: locked }), 'locked')
  await pass(scene, 86_400 - 3 * 901 - 60)
  const stillLocked = await issue(scene)
  assert.equal(await spendOtp(scene.first, { ...scene.owner, code: stillLocked }), 'locked')
  await pass(scene, 61)
  const free = await issue(scene)
  assert.equal(await spendOtp(scene.first, { ...scene.owner, code: free }), 'matched')
})

test('the right code among four hundred guesses is used at most once', async (t) => {
  const scene = await start(t)
  const { owner, nodes } = scene
  const code = await issue(scene)
  const [, ...outcomes] = await Promise.all([
    guess(scene, code),
    ...Array.from({ length: 40 }, (_, index) =>
      spendOtp(nodes[index % nodes.length] ?? assert.fail(), { ...owner, code }),
    ),
  ])
  assert.ok(outcomes.filter((outcome) => outcome === 'matched').length <= 1)
})
