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
import { type AppKeys, idOf } from '../../base/secrets/app-keys.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import { claimDatabase } from '../../core/database/cluster/claim-database.ts'
import type { Database } from '../../core/database/database.ts'
import { columnKinds } from '../../core/database/tables.ts'
import { type Service, startService } from '../../service.ts'
import { issueOtp } from '../access/one-time-codes/otp.ts'
import { codeIn, codeMail } from '../access/one-time-codes/otp-mail.ts'
import { insertTotp } from '../access/one-time-codes/totp.sql.ts'
import { newSecret, totpPurpose } from '../access/one-time-codes/totp.ts'
import type { Config } from '../config/config.ts'
import { fileUrl } from '../files/file-url.ts'
import { pageRows, resealValues } from './reseal-values.ts'
import { sealedColumns } from './sealed-columns.ts'

const formerKey = Buffer.alloc(32, 7)
const newKey = Buffer.alloc(32, 8)
const former: AppKeys = { appKeys: [formerKey] }
const forth: AppKeys = { appKeys: [newKey, formerKey] }
const back: AppKeys = { appKeys: [formerKey, newKey] }

const reseal = (db: Database, config: AppKeys) =>
  resealValues({ config, db, log: silent, random: systemRandom })

const claim = (db: Database, config: AppKeys) => claimDatabase(db, config, systemRandom)

/** Simulates that every node was stopped a while ago. */
const passMinute = ({ read }: Database) =>
  sql`update app_keys set seen_at = now() - interval '2 minutes'`.execute(read)

async function addSecret(db: Database, config: AppKeys): Promise<void> {
  const id = await makeUser(db)
  const { sealed } = newSecret({ config, random: systemRandom }, totpPurpose(id))
  await db.inTransaction((tx) => insertTotp(tx, id, sealed))
}

/** Returns the ids of the keys that sealed the authenticators' secrets. */
async function secretKeys({ read }: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct left(sealed_secret, 8) as id from totp_secrets`.execute(read)
  return rows.map(({ id }) => id)
}

/** Starts another node of the same deployment with the given keys. */
async function startWith(
  t: TestContext,
  tukar: Tukar,
  appKeys: Config['appKeys'],
): Promise<Service> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const addresses = { port, baseUrl: url, nodeUrl: url, callbackUrl: url, consoleUrl: url }
  const service = await startService({ ...tukar.config, ...addresses, appKeys }, silent)
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

/** Everything of a user that depends on the application key. */
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

    // First each node is given the new key as its second one, then each uses it first.
    const ready = await startWith(t, tukar, back.appKeys)
    await tukar.service.stop()
    await eventually('it leads', async () => ready.ctx.leadership.current() !== null)
    const swapped = await startWith(t, tukar, forth.appKeys)
    for (const [here, there] of [
      [ready, swapped],
      [swapped, ready],
    ] as const) {
      await useThings(at(tukar, here), things, there)
      const made = await makeThings(at(tukar, here))
      await useThings(at(tukar, there), made, here)
    }
    const { db } = swapped.ctx
    for (const appKeys of [[newKey], [formerKey]] as const) {
      await assert.rejects(startWith(t, tukar, appKeys), /which this node lacks/)
    }

    await ready.stop()
    await eventually('it leads', async () => swapped.ctx.leadership.current() !== null)
    await passMinute(db)
    const { lines, complete } = await reseal(db, forth)
    assert.ok(complete, lines.join())
    const counts = lines.map((line) => Number(/: (\d+) sealed again$/.exec(line)?.[1] ?? 0))
    assert.ok(counts.reduce((sum, count) => sum + count, 0) >= 6, lines.join())
    await useThings(at(tukar, swapped), things)
    await swapped.stop()

    for (const appKeys of [[formerKey], [Buffer.alloc(32, 9)]] as const) {
      await assert.rejects(startWith(t, tukar, appKeys), /which this node lacks/)
    }
    const after = at(tukar, await startWith(t, tukar, [newKey]))
    await leaderOf({ ...after, nodes: [after.service] })
    await useThings(after, things)
    const payments = await sql<{ n: number }>`
      select count(*)::int as n from cash_deposits where status = 'COMPLETED'`.execute(
      after.service.ctx.db.read,
    )
    assert.ok((payments.rows[0]?.n ?? 0) >= 7)
  })

  test('does not end while a value opens under none of the keys', async (t) => {
    const { db } = await testDatabase(t)
    await claim(db, former)
    await passMinute(db)
    await addSecret(db, { appKeys: [Buffer.alloc(32, 1)] })
    const { lines, complete } = await reseal(db, forth)
    assert.deepEqual([lines.at(-1), complete], ['1 values open under none of the keys', false])
    await assert.rejects(claim(db, { appKeys: [newKey] }), /which this node lacks/)
    await sql`delete from totp_secrets`.execute(db.read)
    assert.ok((await reseal(db, forth)).complete)
    await claim(db, { appKeys: [newKey] })
  })

  test('leaves mails in the queue, which either key opens', async (t) => {
    const { url, db } = await testDatabase(t)
    const contextWith = (config: AppKeys) => httpContext(t, { databaseUrl: url, config })
    const [before, during] = [contextWith(former), contextWith(forth)]
    const owner = { purpose: 'email', identity: 'a@tukar.test', user: await makeUser(db) } as const
    const code = await db.inTransaction((tx) => issueOtp(tx, before, owner))
    const mail = codeMail(before, 'former', { ...owner, code })
    assert.equal(await codeIn(during, mail), code)
    await assert.rejects(codeIn(contextWith({ appKeys: [newKey] }), mail), /cannot be decrypted/)
  })

  test('does not end while a node still seals with the former key', async (t) => {
    const { db } = await testDatabase(t)
    await claim(db, former)
    await addSecret(db, former)
    const { lines, complete } = await reseal(db, forth)
    assert.match(lines.join(), new RegExp(`another key, ${idOf(formerKey)}: restart`))
    assert.equal(complete, false)
    assert.deepEqual(await secretKeys(db), [idOf(formerKey)], 'the node reads what it sealed')
    await claim(db, former)

    await passMinute(db)
    assert.ok((await reseal(db, forth)).complete)
    await assert.rejects(claim(db, former), /which this node lacks/)
  })

  test('does not end if a node of the former key reported during the reading', async (t) => {
    const { db } = await testDatabase(t)
    await claim(db, former)
    await passMinute(db)
    await addSecret(db, former)
    // Interrupts after the first value was sealed again.
    await sql`
      create function report_former() returns trigger language plpgsql as $$ begin
        update app_keys set seen_at = clock_timestamp() where key_id = ${sql.lit(idOf(formerKey))};
        return new;
      end $$`.execute(db.read)
    await sql`create trigger report before update on totp_secrets
      for each row execute function report_former()`.execute(db.read)
    assert.equal((await reseal(db, forth)).complete, false)
    await assert.rejects(claim(db, { appKeys: [newKey] }), /which this node lacks/)
    await passMinute(db)
    assert.ok((await reseal(db, forth)).complete)
    await claim(db, { appKeys: [newKey] })
  })

  test('is undone when the two keys are exchanged halfway', async (t) => {
    const { db } = await testDatabase(t)
    const { lookupKey } = await claim(db, former)
    for (const keys of [former, forth]) await addSecret(db, keys)
    await passMinute(db)
    assert.ok((await reseal(db, forth)).complete)
    assert.deepEqual(await secretKeys(db), [idOf(newKey)])

    await passMinute(db)
    assert.ok((await reseal(db, back)).complete)
    assert.deepEqual(await secretKeys(db), [idOf(formerKey)])
    assert.deepEqual(await claim(db, former), { lookupKey }, 'stored digests are still found')
  })

  test('reads tables of many pages, also where no row needs it', async (t) => {
    const { db } = await testDatabase(t)
    await claim(db, former)
    await passMinute(db)
    const ids = await makeUsers(db, 2 * pageRows + 2)
    const last = ids.length - 1
    await db.inTransaction(async (tx) => {
      for (const [at, id] of ids.entries()) {
        const config = at === 0 || at === last ? former : forth
        const { sealed } = newSecret({ config, random: systemRandom }, totpPurpose(id))
        await insertTotp(tx, id, sealed)
      }
    })
    const { lines } = await reseal(db, forth)
    assert.ok(lines.includes('totp_secrets.sealed_secret: 2 sealed again'), lines.join())
    assert.deepEqual(await secretKeys(db), [idOf(newKey)])
  })

  test('continues after an interruption, and both keys are needed until it ends', async (t) => {
    const { db } = await testDatabase(t)
    await claim(db, former)
    await passMinute(db)
    const ids = await makeUsers(db, pageRows + 1)
    await db.inTransaction(async (tx) => {
      for (const id of ids) {
        const { sealed } = newSecret({ config: former, random: systemRandom }, totpPurpose(id))
        await insertTotp(tx, id, sealed)
      }
    })
    const last = Number(ids.at(-1))
    await sql`
      create function fail() returns trigger language plpgsql as $$ begin
        raise exception 'the power fails';
      end $$`.execute(db.read)
    await sql`create trigger fail before update on totp_secrets for each row
      when (new.user_id = ${sql.lit(last)}) execute function fail()`.execute(db.read)
    await assert.rejects(reseal(db, forth), /the power fails/)
    assert.equal((await secretKeys(db)).length, 2)
    for (const appKeys of [[formerKey], [newKey]] as const) {
      await assert.rejects(claim(db, { appKeys }), /which this node lacks/)
    }
    await sql`drop trigger fail on totp_secrets`.execute(db.read)
    const { lines, complete } = await reseal(db, forth)
    assert.ok(complete)
    assert.ok(lines.includes('totp_secrets.sealed_secret: 1 sealed again'), lines.join())
    await claim(db, { appKeys: [newKey] })
  })

  test('knows every column that holds sealed values', () => {
    const known = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`))
    const named = Object.entries(columnKinds).flatMap(([table, columns]) =>
      Object.entries(columns)
        .filter(([name, kind]) => name.startsWith('sealed_') && /^text\b/.test(kind))
        .map(([name]) => `${table}.${name}`),
    )
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
    )
  })
})
