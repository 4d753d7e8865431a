import { sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import { type Database, sendSql, type Tx } from '../../../core/database/database.ts'
import { batchReads } from '../../../core/database/driver/batched.ts'
import { deleteInSteps } from '../../../core/database/driver/delete-in-steps.sql.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import type { DeviceTraits } from './device.ts'
import { deviceLimits } from './session-limits.ts'

type NamedDevice = Readonly<{ digest: Buffer; email: string }>

/** Returns whether the account with an address knows a device. Concurrent calls share one query. */
export const isKnownDevice: (db: Pick<Database, 'read'>, named: NamedDevice) => Promise<boolean> =
  batchReads(async (db, asked) => {
    const rows = rowsOf(
      asked.map((one, at) => ({ ...one, at })),
      { at: 'integer', digest: 'bytea', email: 'text' },
    )
    const found = await readRows(db, { at: 'integer' })`
      select t.at from ${rows}
      join devices d on d.digest = t.digest
      join users u on u.id = d.user_id and u.email = t.email`
    const known = new Set(found.map(({ at }) => at))
    return asked.map((_, at) => known.has(at))
  })

/**
 * Records a sign-in of a device that presented its key; returns false if the user has no such
 * device.
 */
export async function touchDevice(
  tx: Tx,
  user: UserId,
  digest: Buffer,
  { agent, network }: DeviceTraits,
): Promise<boolean> {
  const found = await sql`
    update devices set used_at = now(), key_kept = true, agent = ${agent}, network = ${network}
    where user_id = ${user} and digest = ${digest}`.execute(tx)
  return found.numAffectedRows === 1n
}

export type NewDevice = Readonly<{
  /** The account was created recently and has never been signed in to. */
  first: boolean
  /** A device that never presented a key signed in recently with this name and network. */
  like: boolean
}>

/**
 * Inserts a new device; deletes devices beyond the limit: first those that never presented their
 * key, then the least recently used.
 */
export async function insertDevice(
  tx: Tx,
  user: UserId,
  digest: Buffer,
  { agent, network }: DeviceTraits,
): Promise<NewDevice> {
  const { firstSeconds, likeSeconds, perUser } = deviceLimits
  const found = await readRows(tx, { first: 'boolean', like: 'boolean' })`
    with seen as (
      select u.created_at > now() - make_interval(secs => ${firstSeconds})
          and not exists (select from devices d where d.user_id = u.id)
          and not exists (
            select from session_families f where f.user_id = u.id and f.device is not null
          ) as first,
        exists (
          select from devices d
          where d.user_id = u.id and not d.key_kept and d.agent = ${agent}
            and d.network = ${network}
            and d.used_at > now() - make_interval(secs => ${likeSeconds})
        ) as "like"
      from users u where u.id = ${user}
    ), made as (
      insert into devices (user_id, digest, agent, network)
      values (${user}, ${digest}, ${agent}, ${network})
    )
    select first, "like" from seen`
  sendSql(tx)`
    delete from devices where user_id = ${user} and digest in (
      select d.digest from devices d where d.user_id = ${user}
      order by d.digest = ${digest} desc, d.key_kept desc, d.used_at desc offset ${perUser})`
  const [row] = found
  if (row === undefined) throw new Error(`there is no user ${user}`)
  return row
}

const aDayAgo = sql`now() - make_interval(secs => ${deviceLimits.newSeconds})`

/**
 * Whether a user `u` has a live session on a device that was not seen a day ago, unless the account
 * is younger. It does not matter which other devices the account still remembers: a thief who is
 * signed in can make it forget them.
 */
export const onNewDevice = sql<boolean>`(u.created_at <= ${aDayAgo} and exists (
  select from session_families f
  where f.user_id = u.id and f.revoked_at is null and f.expires_at > now() and f.device is not null
    and not exists (
      select from session_families o
      where o.user_id = f.user_id and o.device = f.device and o.created_at <= ${aDayAgo})
    and not exists (
      select from devices d
      where d.user_id = f.user_id and d.digest = f.device and d.created_at <= ${aDayAgo})))`

/** Deletes all devices of a user: their next sign-ins count as new devices. */
export async function forgetDevices(tx: Tx, user: UserId): Promise<void> {
  await tx.deleteFrom('devices').where('user_id', '=', user).execute()
}

/** Deletes the devices of these sessions, which are no longer trusted. */
export async function forgetDevicesOf(tx: Tx, families: readonly number[]): Promise<void> {
  await sql`
    delete from devices d using session_families f
    where f.id = any(${families}::bigint[])
      and d.user_id = f.user_id and d.digest = f.device`.execute(tx)
}

/** Deletes devices that have not signed in for `limits.devices.keptSeconds`. */
export const deleteUnusedDevices = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(
    db,
    'devices',
    sql`used_at < now() - make_interval(secs => ${deviceLimits.keptSeconds})`,
  )
