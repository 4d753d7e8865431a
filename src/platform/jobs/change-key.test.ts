import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { freePort } from '../../../tests/free-port.ts'
import { eventually, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { callSigned, type MadeKey, makeKey } from '../../../tests/make/api-key.ts'
import { httpContext } from '../../../tests/make/http-context.ts'
import { keptFile } from '../../../tests/make/kept-file.ts'
import { makeUser, makeUsers } from '../../../tests/make/ledger.ts'
import { leaderOf, paidInto, reportPayx } from '../../../tests/make/payx.ts'
import { jpegPicture } from '../../../tests/make/pictures.ts'
import { makePin, passWindows, validatePin } from '../../../tests/make/pin.ts'
import { bindTotp, codeOf, forgetSteps } from '../../../tests/make/totp.ts'
import { expectOk, makeTrader, password, type Trader } from '../../../tests/make/trader.ts'
import { makeVirtualAccount, type VirtualAccount } from '../../../tests/make/virtual-account.ts'
import { silent } from '../../../tests/server.ts'
import { idOf } from '../../base/secrets/app-keys.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import { claimDatabase } from '../../core/database/cluster/claim-database.ts'
import { beginChange } from '../../core/database/driver/key-changes.ts'
import { enqueueAskedMail, openAskedMail } from '../../core/outbox/asked-mail.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { AccountMail, CodeMail } from '../../core/outbox/notices.ts'
import { type Service, startService } from '../../service.ts'
import { codeIn, codeMail } from '../access/one-time-codes/otp-mail.ts'
import { insertTotp } from '../access/one-time-codes/totp.sql.ts'
import { newSecret, totpPurpose } from '../access/one-time-codes/totp.ts'
import type { Config } from '../config/config.ts'
import { fileUrl } from '../files/file-url.ts'
import { changeKey, countByKey } from './change-key.ts'
import { keyLimits } from './key-limits.ts'
import { areNodesOn } from './nodes.sql.ts'

const formerKey = Buffer.alloc(32, 7)
const newKey = Buffer.alloc(32, 8)

type Keys = Partial<Pick<Config, 'appKey' | 'otherAppKeys' | 'previousAppKey'>>

/** The keys of a node that reseals values of the previous key. */
const changing = (appKey: Buffer, previousAppKey: Buffer): Keys => ({
  appKey,
  otherAppKeys: [previousAppKey],
  previousAppKey,
})

/** Another node of the same deployment, with keys of its own. */
async function startWith(t: TestContext, tukar: Tukar, keys: Keys): Promise<Service> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const places = { port, baseUrl: url, nodeUrl: url, callbackUrl: url, consoleUrl: url }
  const service = await startService({ ...tukar.config, ...places, ...keys }, silent)
  t.after(() => service.stop())
  return service
}

const at = (tukar: Tukar, service: Service): Tukar => ({
  ...tukar,
  url: service.url,
  service,
  config: service.ctx.config,
  call: (method, to, call) => send(service.url, method, to, call),
})

/** What a user has that depends on the application key. */
type Things = Readonly<{
  trader: Trader
  pair: MadeKey
  secret: string
  file: string
  account: VirtualAccount
}>

async function makeThings(tukar: Tukar): Promise<Things> {
  const trader = await makeTrader(tukar)
  const pair = await makeKey(tukar, trader)
  await makePin(tukar, trader)
  const account = await makeVirtualAccount(tukar, trader)
  const secret = await bindTotp(tukar, trader)
  const { ctx } = tukar.service
  const image = await ctx.images.clean(await jpegPicture(), 'image/jpeg')
  assert.ok(image !== null)
  return { trader, pair, secret, file: await keptFile(ctx, image), account }
}

/** How many values the current key does not open. */
const othersIn = (counts: Awaited<ReturnType<typeof countByKey>>): number =>
  counts.reduce((sum, { other, none }) => sum + other + none, 0)

let payments = 0

/** Uses all of them at one node; the file by a URL that another node signed. */
async function useThings(tukar: Tukar, things: Things, signedBy = tukar.service): Promise<void> {
  const { trader, pair, secret, file, account } = things
  expectOk(await tukar.call('GET', '/api/users/me', { token: trader.token }))
  expectOk(await callSigned(tukar, pair))
  expectOk(await validatePin(tukar, trader))
  await forgetSteps(tukar, trader)
  const body = { email: trader.email, password, otpCode: codeOf(secret) }
  const signedIn = await tukar.call('POST', '/api/auth/login', { body })
  expectOk(signedIn)
  const { refreshToken } = signedIn.body.data
  expectOk(await tukar.call('POST', '/api/auth/refresh-token', { body: { refreshToken } }))
  const { pathname, search } = new URL(fileUrl(signedBy.ctx, file) ?? 'never:')
  expectOk(await tukar.call('GET', `${pathname}${search}`))
  payments += 1
  expectOk(await reportPayx(tukar, 'deposit-paid', paidInto(account, `change-${payments}`, 90_000)))
  await passWindows(tukar)
}

describe('a change of APP_KEY', () => {
  test('interrupts no session, API key, code, PIN, file or callback', async (t) => {
    const tukar = await startTukar(t)
    await leaderOf(tukar)
    const things = await makeThings(tukar)
    await useThings(tukar, things)

    // First each node learns of the key to come, then each uses it.
    const ready = await startWith(t, tukar, { appKey: formerKey, otherAppKeys: [newKey] })
    await tukar.service.stop()
    await eventually('it leads', async () => ready.ctx.leadership.current() !== null)
    const swapped = await startWith(t, tukar, changing(newKey, formerKey))
    for (const [here, there] of [
      [ready, swapped],
      [swapped, ready],
    ] as const) {
      await useThings(at(tukar, here), things, there)
      const made = await makeThings(at(tukar, here))
      await useThings(at(tukar, there), made, here)
    }
    await assert.rejects(startWith(t, tukar, { appKey: newKey }), /made with another APP_KEY/)
    await assert.rejects(startWith(t, tukar, {}), /A change of APP_KEY goes on/)
    assert.ok(othersIn(await countByKey(swapped.ctx)) > 0)

    await ready.stop()
    await eventually('it leads', async () => swapped.ctx.leadership.current() !== null)
    const { read } = swapped.ctx.db
    const claimed = async () => {
      await changeKey(swapped.ctx)
      const { rows } = await sql<{ id: string }>`select key_id as id from deployment`.execute(read)
      return rows[0]?.id === idOf(newKey)
    }
    await eventually('the end of the change', claimed)
    await useThings(at(tukar, swapped), things)
    const counts = await countByKey(swapped.ctx)
    assert.equal(othersIn(counts), 0)
    assert.ok(counts.reduce((sum, { current }) => sum + current, 0) >= 7, JSON.stringify(counts))
    const { rows } = await sql<{ resealed: number; ended: boolean }>`
      select resealed::int, ended_at is not null as ended from key_changes`.execute(read)
    assert.ok(rows[0]?.ended === true && rows[0].resealed >= 6, JSON.stringify(rows))
    await swapped.stop()

    for (const keys of [{}, { appKey: Buffer.alloc(32, 9) }]) {
      await assert.rejects(startWith(t, tukar, keys), /made with another APP_KEY/)
    }
    const after = at(tukar, await startWith(t, tukar, { appKey: newKey }))
    await leaderOf({ ...after, nodes: [after.service] })
    await useThings(after, things)
    const payments = await sql<{ n: number }>`
      select count(*)::int as n from cash_deposits where status = 'COMPLETED'`.execute(
      after.service.ctx.db.read,
    )
    assert.ok((payments.rows[0]?.n ?? 0) >= 7)
  })

  test('does not end while a value opens under none of the keys', async (t) => {
    const { url, db } = await testDatabase(t)
    const keys = changing(newKey, formerKey)
    const ctx = httpContext(t, { databaseUrl: url, leads: true, config: keys })
    await claimDatabase(db, idOf(formerKey))
    const id = await makeUser(db)
    const config = { ...ctx.config, appKey: Buffer.alloc(32, 1) }
    const { sealed } = newSecret({ config, random: systemRandom }, totpPurpose(id))
    await db.inTransaction((tx) => insertTotp(tx, id, sealed))
    await assert.rejects(changeKey(ctx), /1 sealed values open under none of the keys/)
    await sql`delete from totp_secrets`.execute(db.read)
    await changeKey(ctx)
    await claimDatabase(db, idOf(newKey))
  })

  test('seals mails in the queue again, and does not end before', async (t) => {
    const { url, db } = await testDatabase(t)
    const contextWith = (config: Keys) => httpContext(t, { databaseUrl: url, leads: true, config })
    const former = contextWith({ appKey: formerKey })
    const after = contextWith({ appKey: newKey })
    const ctx = contextWith(changing(newKey, formerKey))
    await claimDatabase(db, idOf(formerKey))
    const user = await makeUser(db)
    const claim = { purpose: 'email', identity: 'a@tukar.test', user, code: '123456' } as const
    await db.inTransaction(async (tx) => {
      enqueueAskedMail(tx, former, 'reset-password', claim.identity)
      const plain: AccountMail = { to: 'mail', kind: 'verify-email', key: 'plain', user }
      enqueueAll(tx, [plain, codeMail(former, 'former', claim), codeMail(ctx, 'new', claim)])
    })
    const queued = async () => (await countByKey(ctx)).at(-1)
    const column = 'queued jobs'
    assert.deepEqual(await queued(), { column, current: 1, other: 2, none: 0 })

    // Jobs that a worker has now may come back as they were.
    const jobs = sql.table('graphile_worker._private_jobs')
    await sql`update ${jobs} set locked_at = now()`.execute(db.read)
    for (let reading = 0; reading < 2; reading += 1) await changeKey(ctx)
    assert.deepEqual(await queued(), { column, current: 1, other: 2, none: 0 })
    await assert.rejects(claimDatabase(db, idOf(newKey)), /another APP_KEY/)

    await sql`update ${jobs} set locked_at = null`.execute(db.read)
    for (let reading = 0; reading < 2; reading += 1) await changeKey(ctx)
    assert.deepEqual(await queued(), { column, current: 3, other: 0, none: 0 })
    await claimDatabase(db, idOf(newKey))
    const { rows } = await sql<{ payload: readonly unknown[] }>`
      select payload from ${jobs} order by id`.execute(db.read)
    const [asked = [], mails = []] = rows.map(({ payload }) => payload)
    assert.equal(openAskedMail(after, String(asked[0])).email, claim.identity)
    assert.equal(AccountMail.parse(mails[0]).key, 'plain')
    const codes = mails.slice(1).map((mail) => CodeMail.parse(mail))
    assert.deepEqual(
      codes.map(({ key }) => key),
      ['former', 'new'],
    )
    for (const mail of codes) assert.equal(await codeIn(after, mail), null, 'no code is current')
  })

  test('refuses nodes that lack a key of it, from the first start with the new one', async (t) => {
    const { db } = await testDatabase(t)
    const [former, next] = [idOf(formerKey), idOf(newKey)]
    await claimDatabase(db, former)
    await beginChange(db, { keyId: next, formerKeyId: former })
    await assert.rejects(claimDatabase(db, former), /A change of APP_KEY goes on/)
    await assert.rejects(claimDatabase(db, former, ['another']), /A change of APP_KEY goes on/)
    await claimDatabase(db, former, [next])
    await claimDatabase(db, next, [former])
  })

  test('does not end while a node still seals with the former key', async (t) => {
    const { url, db } = await testDatabase(t)
    const keys = changing(newKey, formerKey)
    const ctx = httpContext(t, { databaseUrl: url, leads: true, config: keys })
    await claimDatabase(db, idOf(formerKey))
    const report = (keyId: string) =>
      sql`insert into nodes (node, url, version, started_at, providers, key_id)
        values ('host/1', 'http://host', '1', now(), '[]', ${keyId})
        on conflict (node) do update set key_id = excluded.key_id`.execute(db.read)
    await report(idOf(formerKey))
    await changeKey(ctx)
    await assert.rejects(claimDatabase(db, idOf(newKey)), /another APP_KEY/)
    await report(idOf(newKey))
    await changeKey(ctx)
    await claimDatabase(db, idOf(newKey))
  })

  test('is undone when the two keys are exchanged halfway', async (t) => {
    const { url, db } = await testDatabase(t)
    const contextWith = (config: Keys) => httpContext(t, { databaseUrl: url, leads: true, config })
    const former = contextWith({ appKey: formerKey })
    const back = contextWith(changing(formerKey, newKey))
    const forth = contextWith(changing(newKey, formerKey))
    await claimDatabase(db, idOf(formerKey))
    const addSecret = async (ctx: typeof former) => {
      const id = await makeUser(db)
      const { sealed } = newSecret(ctx, totpPurpose(id))
      await db.inTransaction((tx) => insertTotp(tx, id, sealed))
    }
    for (const ctx of [former, forth]) await addSecret(ctx)
    await changeKey(forth)
    assert.equal(othersIn(await countByKey(forth)), 0)

    // A node that only knows of the key to come leaves what the others sealed.
    await changeKey(contextWith({ appKey: formerKey, otherAppKeys: [newKey] }))
    assert.equal(othersIn(await countByKey(forth)), 0)

    for (let reading = 0; reading < 2; reading += 1) await changeKey(back)
    assert.equal(othersIn(await countByKey(former)), 0)
    await claimDatabase(db, idOf(formerKey))
    const { rows } = await sql<{ key: string }>`select key_id as key from former_keys`.execute(
      db.read,
    )
    assert.deepEqual(rows, [{ key: idOf(newKey) }], 'digests of the new key are still recognised')

    // A node of the new key started once more: its values are found as well.
    await addSecret(forth)
    await sql`insert into nodes (node, url, version, started_at, providers, key_id)
      values ('host/1', 'http://host', '1', now(), '[]', ${idOf(formerKey)})`.execute(db.read)
    await changeKey(back)
    assert.equal(othersIn(await countByKey(former)), 0)
  })

  test('reads tables of many pages, also where no row needs it', async (t) => {
    const { url, db } = await testDatabase(t)
    const config = changing(newKey, formerKey)
    const ctx = httpContext(t, { databaseUrl: url, leads: true, config })
    await claimDatabase(db, idOf(formerKey))
    const before = { ...ctx.config, appKey: formerKey, otherAppKeys: [newKey] }
    const ids = await makeUsers(db, keyLimits.pageRows + 2)
    const last = ids.length - 1
    await db.inTransaction(async (tx) => {
      for (const [at, id] of ids.entries()) {
        const keys = at === 0 || at === last ? before : ctx.config
        const { sealed } = newSecret({ config: keys, random: systemRandom }, totpPurpose(id))
        await insertTotp(tx, id, sealed)
      }
    })
    await changeKey(ctx)
    const [secrets] = await countByKey(ctx)
    assert.deepEqual(secrets, {
      column: 'totp_secrets.sealed_secret',
      current: ids.length,
      other: 0,
      none: 0,
    })
  })

  test('does not end if a node of the former key reported during the reading', async (t) => {
    const { db } = await testDatabase(t)
    const seen = (seconds: number, keyId: string, startedAgo = 9_000) =>
      sql`insert into nodes (node, url, version, started_at, seen_at, providers, key_id)
        values ('host/1', 'http://host', '1', now() - make_interval(secs => ${startedAgo}),
          now() - make_interval(secs => ${seconds}), '[]', ${keyId})
        on conflict (node) do update set key_id = excluded.key_id, seen_at = excluded.seen_at,
          started_at = excluded.started_at`.execute(db.read)
    const isOver = (readSeconds: number) => {
      const since = new Date(Date.now() - readSeconds * 1_000)
      return areNodesOn(db.read, idOf(newKey), { since, seconds: 60 })
    }
    await seen(600, idOf(formerKey))
    assert.deepEqual([await isOver(1_200), await isOver(300)], [false, true])
    await seen(30, idOf(formerKey))
    assert.equal(await isOver(1), false)
    await seen(1, idOf(newKey), 600)
    assert.deepEqual([await isOver(1_200), await isOver(300)], [false, true])
  })
})
