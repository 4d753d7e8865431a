import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { identitySealPurpose } from '../../src/app/identity-records/identity-card.ts'
import { type AppKeys, sealText } from '../../src/base/secrets/app-keys.ts'
import { assetId, type UserId, userId } from '../../src/base/values/ids.ts'
import { type Asset, idr, money } from '../../src/base/values/money.ts'
import type { Database, Tx } from '../../src/core/database/database.ts'
import { rowsOf } from '../../src/core/database/driver/rows.ts'
import { available, house } from '../../src/core/ledger/accounts.ts'
import { postAll } from '../../src/core/ledger/post.ts'
import { macsOfCode } from '../../src/platform/access/one-time-codes/otp.ts'
import { secretText } from '../../src/platform/access/one-time-codes/totp-codes.ts'
import { digestOfToken } from '../../src/platform/access/sessions/tokens.ts'

/** A user who may withdraw, and the credentials for one request of each kind. */
export type Withdrawer = Readonly<{
  id: UserId
  email: string
  token: string
  secret: string
  bankAccount: number
  codes: Readonly<{ withdraw: string; email: string }>
}>

const btc: Asset = { id: assetId(3), symbol: 'BTC', scale: 8 }

/** The initial balance of each of them. */
export const funds = { btcUnits: 100_000_000n, idrUnits: 10_000_000_00n }

/** Makes withdrawals leave without an operator, whatever they come to. */
export const approveAll = (db: Database) =>
  sql`
    update settings set value = '1000000000'
    where key like 'withdrawal.%approval%_idr' or key = 'withdrawal.cooloff_free_idr'`.execute(
    db.read,
  )

const random = { bytes: (count: number) => randomBytes(count) }

/** Makes users in the database, with tokens, codes and money: over HTTP it would take minutes. */
export function makeWithdrawers(
  db: Database,
  appKey: Buffer,
  name: string,
  count: number,
): Promise<readonly Withdrawer[]> {
  return db.inTransaction(async (tx) => {
    const made = await insertUsers(tx, name, count)
    const withdrawers = made.map(({ id, email, bankAccount }): Withdrawer => {
      const digits = (length: number) =>
        String(randomBytes(6).readUIntBE(0, 6) % 10 ** length).padStart(length, '0')
      return {
        id: userId(id),
        email,
        bankAccount,
        token: `xat_${randomBytes(32).toString('base64url')}`,
        secret: secretText(randomBytes(20)),
        codes: { withdraw: digits(4), email: digits(6) },
      }
    })
    await letIn(tx, appKey, withdrawers)
    await sql`update assets set supply_cap = 1e36`.execute(tx)
    await postAll(
      tx,
      withdrawers.map(({ id }) => ({
        key: `storm-funds:${id}`,
        action: 'DEPOSIT' as const,
        moves: [
          { from: house('custody'), to: available(id), amount: money(btc, funds.btcUnits) },
          { from: house('payx'), to: available(id), amount: money(idr, funds.idrUnits) },
        ],
      })),
    )
    return withdrawers
  })
}

async function insertUsers(tx: Tx, name: string, count: number) {
  const { rows } = await sql<{ id: number; email: string; bankAccount: number }>`
    with made as (
      insert into users
        (email, password_hash, email_verified_at, language, identity_status, bind_2fa)
      select ${name} || '-' || n || '@tukar.test', 'no password', now(), 'en', 'success', true
      from generate_series(1, ${count}::int) n returning id, email
    ), accounts as (
      insert into bank_accounts (user_id, bank_id, bank_name, account, bank_owner, address)
      select id, '014', 'BCA', (1000000000 + id)::text, 'Storm', 'Jakarta'
      from made returning id, user_id
    )
    select made.id, made.email, accounts.id as "bankAccount"
    from made join accounts on accounts.user_id = made.id order by made.id`.execute(tx)
  return rows
}

const cardOf = (id: UserId): string => `card-${id}`
const readField = (value: string) => ({ value, confidence: 99 })
/** A card that was read, so that bank accounts in its owner's name need no review. */
const proof = JSON.stringify({
  status: 'SUCCESS',
  read: { nik: readField('3173010101901234'), nama: readField('Storm') },
})

/** Inserts tokens, codes and a proven identity for each user. */
async function letIn(tx: Tx, appKey: Buffer, withdrawers: readonly Withdrawer[]): Promise<void> {
  const keys: AppKeys = { appKeys: [appKey] }
  const macFor = (user: UserId, identity: string, purpose: 'withdraw' | 'email', code: string) =>
    macsOfCode({ config: keys }, { purpose, identity, user, code })[0].toString('hex')
  const rows = rowsOf(
    withdrawers.map(({ id, email, token, secret, codes }) => {
      return {
        user: id,
        email,
        digest: digestOfToken(token).toString('hex'),
        sealed: sealText(keys, `totp-secret ${id}`, secret, random),
        card: sealText(keys, identitySealPurpose('OCR', 'response', cardOf(id)), proof, random),
        cardId: cardOf(id),
        short: macFor(id, email, 'withdraw', codes.withdraw),
        long: macFor(id, email, 'email', codes.email),
      }
    }),
    {
      user: 'bigint',
      email: 'text',
      digest: 'text',
      sealed: 'text',
      card: 'text',
      cardId: 'text',
      short: 'text',
      long: 'text',
    },
  )
  await sql`
    with families as (
      insert into session_families (user_id, seed, expires_at)
      select t."user", '\\x00', now() + interval '1 hour' from ${rows} returning id, user_id
    )
    insert into access_tokens (digest, family_id, user_id, expires_at)
    select decode(t.digest, 'hex'), f.id, t."user", now() + interval '1 hour'
    from ${rows} join families f on f.user_id = t."user"`.execute(tx)
  await sql`
    with cards as (
      insert into identity_histories
        (user_id, service, transaction_id, status, digest, sealed_request, sealed_response)
      select t."user", 'OCR', t."cardId", 'SUCCESS', sha256(''), '', t.card from ${rows}
      returning id, user_id
    )
    insert into identity_histories
      (user_id, service, transaction_id, status, digest, sealed_request, ocr_id)
    select user_id, 'REGISTRATION', 'r-' || user_id, 'SUCCESS', sha256(''), '', id from cards
  `.execute(tx)
  await sql`
    insert into totp_secrets (user_id, sealed_secret)
    select t."user", t.sealed from ${rows}`.execute(tx)
  await sql`
    insert into otp_codes (purpose, identity, user_id, mac, expires_at)
    select 'withdraw', t.email, t."user", decode(t.short, 'hex'), now() + interval '1 hour'
    from ${rows}
    union all
    select 'email', t.email, t."user", decode(t.long, 'hex'), now() + interval '1 hour'
    from ${rows}`.execute(tx)
}
