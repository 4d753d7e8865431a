/**
 * Requests to withdraw coins, each with its own mailed code and app code, by a separate trader,
 * since a trader may request a coin only once per interval. Each trader sends to its own tag at one
 * address, which custody validates once, and no withdrawal needs an approval.
 */
import { generateSync } from 'otplib'
import { sealText } from '../src/base/secrets/app-keys.ts'
import { hmacSha256, keyFor, systemRandom } from '../src/base/secrets/crypto.ts'
import { startBesideProviders } from './providers.ts'
import {
  figure,
  line,
  measured,
  median,
  perSecond,
  ratio,
  rounded,
  type Target,
} from './stage/figures.ts'
import { runLoad } from './stage/load.ts'
import { processorTime } from './stage/processor-time.ts'
import { appKey, type Running, type Stage, setControl } from './stage/stage.ts'

const connections = 128

/** One secret for all apps: sealed for each trader separately, and opened for each request. */
const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const code = '4711'
/** Twenty thousand ripple: enough for all withdrawals of one trader. */
const moveUnits = 20_000n * 10n ** 6n

const emailOf = (trader: number): string => `withdrawer-${trader}@tukar.test`
const tokenOf = (trader: number): string => `xat_withdrawer-${trader}`

/** Inserts traders with ripple, a proven identity, a bound app and a session. */
export async function seedWithdrawers(
  { sql }: Stage,
  from: number,
  count: number,
  moves = 1,
): Promise<readonly number[]> {
  const made = await sql.query<{ id: number }>(
    `insert into users (email, password_hash, email_verified_at, identity_status, bind_2fa)
     select 'withdrawer-' || n || '@tukar.test', 'none', now(), 'success', true
     from generate_series($1::int, $1::int + $2::int - 1) as n order by n returning id::int`,
    [from, count],
  )
  const ids = made.rows.map(({ id }) => id)
  await sql.query(
    `with family as (
       insert into session_families (user_id, seed, expires_at)
       select id, '\\x00', now() + interval '1 day' from unnest($1::bigint[]) as id
       returning id, user_id
     )
     insert into access_tokens (digest, family_id, user_id, expires_at)
     select sha256(convert_to('xat_' || split_part(email, '@', 1), 'UTF8')), f.id, f.user_id,
            now() + interval '1 day' from family f join users u on u.id = f.user_id`,
    [ids],
  )
  await sql.query(
    `insert into totp_secrets (user_id, sealed_secret)
     select * from unnest($1::bigint[], $2::text[])`,
    [
      ids,
      ids.map((id) =>
        sealText({ appKeys: [appKey] }, `totp-secret ${id}`, totpSecret, systemRandom),
      ),
    ],
  )
  await mailCodes({ sql }, ids, (at) => emailOf(from + at))
  await seedRipple({ sql }, ids, moves)
  return ids
}

/** Inserts a new mailed code for each, without the mail. */
async function mailCodes(
  { sql }: Pick<Stage, 'sql'>,
  ids: readonly number[],
  emailAt: (at: number) => string,
): Promise<void> {
  const emails = ids.map((_, at) => emailAt(at))
  const macs = ids.map((id, at) =>
    hmacSha256(keyFor(appKey, 'otp'), JSON.stringify(['withdraw', emails[at], id, code])),
  )
  await sql.query(
    `insert into otp_codes (purpose, identity, user_id, mac, expires_at)
     select 'withdraw', t.*, now() + interval '1 hour'
     from unnest($1::text[], $2::bigint[], $3::bytea[]) as t
     on conflict (purpose, identity, user_id) do update
     set mac = excluded.mac, expires_at = excluded.expires_at`,
    [emails, ids, macs],
  )
}

/** Credits ripple in this many moves each, such that the ledger stays in balance. */
async function seedRipple(
  { sql }: Pick<Stage, 'sql'>,
  ids: readonly number[],
  moves: number,
): Promise<void> {
  await sql.query('begin')
  await sql.query(
    `with fact as (
       insert into postings (key, action)
       select 'seed:' || gen_random_uuid(), 'DEPOSIT' from generate_series(1, $2::int)
         cross join unnest($1::bigint[])
       returning id
     ), numbered as (
       select id, row_number() over (order by id) - 1 as at from fact
     )
     insert into moves (posting_id, line, asset_id, from_kind, to_kind, to_user, to_after,
                        units, tx)
     select f.id, 0, 6, 3, 1, u.id, (f.at / cardinality($1::bigint[]) + 1) * $3::numeric,
            $3::numeric, pg_current_xact_id()::text::bigint
     from numbered f join unnest($1::bigint[]) with ordinality as u (id, n)
       on u.n = f.at % cardinality($1::bigint[]) + 1`,
    [ids, moves, moveUnits],
  )
  await sql.query(
    `insert into balances (user_id, asset_id, available)
     select id, 6, $2::int * $3::numeric from unnest($1::bigint[]) as id`,
    [ids, moves, moveUnits],
  )
  await sql.query('commit')
}

/** The request as bytes, with the app code that is valid when it is sent. */
function request(trader: number): Buffer {
  const body = JSON.stringify({
    symbol: 'XRP',
    network: 'XRP',
    amount: '50',
    toAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    destination_tag: String(trader),
    otpCode: code,
    twoFACode: appCode(),
    residentialName: 'Budi Contoh',
  })
  const head = [
    'POST /api/withdraw/withdraw-coin HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Authorization: Bearer ${tokenOf(trader)}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const shown = { step: 0, code: '' }

function appCode(): string {
  const step = Math.floor(Date.now() / 30_000)
  if (shown.step === step) return shown.code
  Object.assign(shown, { step, code: generateSync({ secret: totpSecret, epoch: step * 30 }) })
  return shown.code
}

export function* withdrawalRequests(from: number, count: number): Generator<Buffer, void> {
  for (let trader = from; trader < from + count; trader += 1) yield request(trader)
}

/** Custody accepts requests and reports nothing more: its signatures are not measured. */
const silenceCustody = (sandboxUrl: string): Promise<void> =>
  setControl(sandboxUrl, 'custody/pace', { auto: false })

/**
 * Repeated requests of one trader would otherwise wait for operators. Prices stay recent for the
 * whole run, since nothing observes any here: without one, an address of residence is required.
 */
export async function approveNothing({ sql }: Stage): Promise<void> {
  await sql.query(
    `update settings set value = '999999999999999'
     where key like 'withdrawal.%approval%'`,
  )
  await sql.query(
    `update settings set value = '1000000' where key = 'withdrawal.short_history_free_ppm'`,
  )
  await sql.query(`update prices set observed_at = now() + interval '1 day'`)
}

/** Waits until everything that was accepted has been sent. */
async function untilSent({ sql }: Stage): Promise<void> {
  for (let looks = 0; looks < 3_000; looks += 1) {
    const open = await sql.query(`select 1 from withdrawals where status = 'PROCESSING' limit 1`)
    if (open.rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('withdrawals are still not sent after five minutes')
}

async function assertAccepted({ sql }: Stage, count: number): Promise<void> {
  const found = await sql.query(`select count(*)::int as accepted from withdrawals`)
  if (found.rows[0].accepted !== count) {
    throw new Error(`${found.rows[0].accepted} withdrawals are stored, not ${count}`)
  }
}

const pairs = 200

/**
 * One request after the other, alternating between a trader with few moves and one with very
 * many; a trader's limits are lifted between them. Returns the median milliseconds of each.
 */
async function alternately(
  stage: Stage,
  { port }: Running,
  from: number,
  manyMoves: number,
): Promise<Target> {
  const [quiet = 0] = await seedWithdrawers(stage, from, 1)
  const [busy = 0] = await seedWithdrawers(stage, from + 1, 1, manyMoves)
  await stage.sql.query('vacuum analyze')
  const seen: Record<number, number[]> = { [quiet]: [], [busy]: [] }
  for (let turn = 0; turn < pairs * 2; turn += 1) {
    const at = turn % 2
    const trader = at === 0 ? quiet : busy
    await mailCodes(stage, [trader], () => emailOf(from + at))
    await stage.sql.query(`update totp_secrets set last_step = 0 where user_id = $1`, [trader])
    await stage.sql.query(`delete from withdrawal_gates where user_id = $1`, [trader])
    await stage.sql.query(`delete from withdrawal_days where user_id = $1`, [trader])
    const one = await runLoad({ port, connections: 1, requests: withdrawalRequests(from + at, 1) })
    if (one.statuses.get(200) !== 1) throw new Error(`a withdrawal: ${[...one.statuses.keys()]}`)
    seen[trader]?.push(one.p50Ms)
  }
  const [few, many] = [median(seen[quiet]), median(seen[busy])]
  figure('a withdrawal by itself, one move', `p50 ${few.toFixed(2)} ms`)
  figure(`a withdrawal by itself, ${rounded(manyMoves)} moves`, `p50 ${many.toFixed(2)} ms`)
  return ratio('time of a withdrawal, many moves to one', many / few, 'at most 1.1')
}

export async function withdrawals(
  stage: Stage,
  { count, manyMoves }: Readonly<{ count: number; manyMoves: number }>,
): Promise<readonly Target[]> {
  line(`Withdrawals of coins over ${connections} connections`)
  const service = await startBesideProviders(stage)
  await silenceCustody(service.sandboxUrl)
  await approveNothing(stage)
  const warmUp = Math.round(count / 4)
  await seedWithdrawers(stage, 1, warmUp + count)
  await stage.sql.query('vacuum analyze')
  const { port } = service
  const ask = (name: string, from: number, asked: number) =>
    measured(name, { port, connections, requests: withdrawalRequests(from, asked) })
  await ask('warming up', 1, warmUp)
  // Plans for empty tables scan them; a table that is in use has statistics.
  await stage.sql.query('analyze')
  const printCpu = await processorTime(stage, service)
  const startedMs = performance.now()
  const load = await ask('withdrawals, each with both codes', 1 + warmUp, count)
  await assertAccepted(stage, warmUp + count)
  await untilSent(stage)
  printCpu('withdrawal requested and sent', count)
  const perSecondSent = (count * 1_000) / (performance.now() - startedMs)
  figure('withdrawals requested and sent', `${rounded(perSecondSent)}/s`)
  const alone = await alternately(stage, service, 1 + warmUp + count, manyMoves)
  await untilSent(stage)
  await service.stop()
  return [perSecond('withdrawals asked for', load.perSecond, 3_000), alone]
}
