import type { UserId } from '../../base/values/ids.ts'
import { idr, type Money, money } from '../../base/values/money.ts'
import type { Reader } from '../../core/database/database.ts'
import { readRows } from '../../core/database/driver/read-rows.ts'
import { jakartaDayStart, jakartaToday } from '../../core/database/driver/times.sql.ts'
import { listAssets } from '../../core/reference/assets.sql.ts'
import { readSettings } from '../../core/reference/settings.sql.ts'

type Readable = Readonly<{ read: Reader }>

/** More than the service keeps of one user. */
const listed = 100

/** Lists the devices that signed in, last used first, with the name of their last session. */
export const listDevices = (db: Readable, user: UserId) =>
  readRows(db.read, {
    name: 'text?',
    network: 'text',
    keyKept: 'boolean',
    createdAt: 'timestamptz',
    usedAt: 'timestamptz',
  })`
    select f.device_name as name, d.network, d.key_kept as "keyKept",
      d.created_at as "createdAt", d.used_at as "usedAt"
    from devices d left join lateral (
      select device_name from session_families f
      where f.user_id = d.user_id and f.device = d.digest
      order by f.id desc limit 1
    ) f on true
    where d.user_id = ${user} order by d.used_at desc limit ${listed}`

/** Lists the sessions that have not ended, newest first. */
export const listUserSessions = (db: Readable, user: UserId) =>
  readRows(db.read, {
    id: 'bigint',
    device: 'text?',
    ip: 'text?',
    createdAt: 'timestamptz',
    lastUsedAt: 'timestamptz',
    expiresAt: 'timestamptz',
  })`
    select id, device_name as device, ip, created_at as "createdAt",
      refreshed_at as "lastUsedAt", expires_at as "expiresAt"
    from session_families
    where user_id = ${user} and revoked_at is null and expires_at > now()
    order by id desc limit ${listed}`

/** The last registration of a user's identity, and how often the provider was asked about it. */
export async function findUserRegistration(db: Readable, user: UserId) {
  const found = await readRows(db.read, {
    id: 'bigint',
    status: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    tries: 'integer?',
  })`
    select h.id, h.status, h.created_at as "createdAt", h.updated_at as "updatedAt", r.tries
    from identity_histories h left join identity_registrations r on r.history_id = h.id
    where h.user_id = ${user} and h.service = 'REGISTRATION'
    order by h.id desc limit 1`
  return found[0] ?? null
}

/** A limit of a user, and how much of it is used on the current day in Jakarta. */
export type UsedLimit = Readonly<{
  kind: 'withdrawals' | 'withdrawals-of-asset' | 'orders' | 'open-orders' | 'claims'
  used: Money | number
  most: Money | number
}>

const limitSettings = [
  'withdrawal.daily_limit_idr',
  'order.per_day',
  'order.most_open',
  'deposit.cash_per_day',
] as const

/** Reads what the user has used of each limit. */
export async function readUsedLimits(db: Readable, user: UserId): Promise<readonly UsedLimit[]> {
  const [settings, assets, [counts], ofAssets] = await Promise.all([
    readSettings(db.read, limitSettings),
    listAssets(db),
    readRows(db.read, { worth: 'units', orders: 'integer', open: 'integer', claims: 'integer' })`
      with today as (
        select ${jakartaDayStart} as since
      )
      select coalesce((select d.worth_idr from withdrawal_days d where d.user_id = ${user}
          and d.day = ${jakartaToday}), 0) as worth,
        coalesce((select o.day_count from orders o
          where o.user_id = ${user} and o.created_at >= today.since
          order by o.created_at desc, o.id desc limit 1), 0) as orders,
        coalesce((select max(count) from (
          select count(*) from orders o where o.user_id = ${user} and o.status = 'CREATE'
          group by o.pair_id) as pairs), 0) as open,
        (select count(*) from cash_deposits c where c.user_id = ${user}
          and c.provider = 'manual' and c.created_at >= today.since) as claims
      from today`,
    readRows(db.read, { assetId: 'assetId', used: 'units' })`
      select asset_id as "assetId", sum(amount) as used from withdrawals
      where user_id = ${user} and status not in ('FAILED', 'REJECTED')
        and created_at >= ${jakartaDayStart}
      group by asset_id`,
  ])
  if (counts === undefined) throw new Error('the counts of limits are one row')
  const usedOf = new Map(ofAssets.map(({ assetId, used }) => [assetId, used]))
  return [
    {
      kind: 'withdrawals',
      used: money(idr, counts.worth),
      most: settings.rupiah('withdrawal.daily_limit_idr'),
    },
    ...assets.flatMap((asset): readonly UsedLimit[] => {
      const used = usedOf.get(asset.id)
      const most = asset.dailyWithdrawalLimit
      if (used === undefined || most === null) return []
      return [{ kind: 'withdrawals-of-asset', used: money(asset, used), most: money(asset, most) }]
    }),
    { kind: 'orders', used: counts.orders, most: settings.count('order.per_day') },
    { kind: 'open-orders', used: counts.open, most: settings.count('order.most_open') },
    { kind: 'claims', used: counts.claims, most: settings.count('deposit.cash_per_day') },
  ]
}

/** Whether a withdrawal of a user is contradicted by its provider and not resolved. */
export async function hasIncident(db: Readable, user: UserId): Promise<boolean> {
  const [found] = await readRows(db.read, { open: 'boolean' })`
    select exists (select from withdrawals w
      where w.user_id = ${user} and w.incident is not null) as open`
  return found?.open ?? false
}

/** The facts of an account that delay or refuse its withdrawals. */
export const readRisks = async (db: Readable, user: UserId) => {
  const { hours } = await readSettings(db.read, ['withdrawal.cooloff_hours'])
  const cooloff = hours('withdrawal.cooloff_hours')
  const found = await readRows(db.read, {
    kind: 'text',
    since: 'timestamptz?',
    until: 'timestamptz?',
    detail: 'text?',
  })`
    with u as (select * from users where id = ${user}),
    cooloff as (select make_interval(hours => ${cooloff}) as lasts)
    select 'suspended' as kind, suspended_at as since, null::timestamptz as until,
      suspension_reason as detail
    from u where suspended_at is not null
    union all
    select 'phone-blacklisted', p.created_at, null, p.reason
    from u join phone_blacklist p on p.phone = u.phone
    union all
    select 'withdrawals-locked', null, withdraw_locked_until, null
    from u where withdraw_locked_until > now()
    union all
    select 'authenticator-changed', twofa_changed_at, twofa_changed_at + lasts, null
    from u, cooloff where twofa_changed_at > now() - lasts
    union all
    select 'authenticator-provisional', twofa_changed_at, twofa_provisional_until, null
    from u where bind_2fa and twofa_provisional_until > now()
    union all
    select 'bank-account-changed', b.changed_at, b.changed_at + lasts,
      b.bank_name || ' ' || b.account
    from bank_accounts b, cooloff where b.user_id = ${user} and b.changed_at > now() - lasts
    union all
    select 'new-device', d.created_at, d.created_at + interval '1 day', d.network
    from devices d where d.user_id = ${user} and d.created_at > now() - interval '1 day'
      and exists (select from u where created_at <= now() - interval '1 day')
    union all
    select 'identity-not-verified', null, null, identity_status
    from u where identity_status <> 'success'
    union all
    select 'password-leaked', null, null, null from u where password_leaked
    union all
    select 'no-authenticator', null, null, null from u where not bind_2fa
    union all
    select 'mailbox-not-proven', null, null, null from u where mailbox_proven_at is null
    union all
    select 'mail-refused', mail_refused_since, null, null
    from u where mail_refused_since is not null
    union all
    select 'withdrawal-in-doubt', w.updated_at, null, w.request_id
    from withdrawals w where w.user_id = ${user} and w.incident is not null`
  return found.slice(0, listed)
}
