import { sha256 } from '../../../base/secrets/crypto.ts'
import type { UserId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import { deviceKeyOf, deviceKeyPrefix } from '../../http/endpoint/device-key.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import { type DeviceTraits, traitsOf } from './device.ts'
import { insertDevice, isKnownDevice, touchDevice } from './devices.sql.ts'

const keyBytes = 32

const digestOfKey = (key: string): Buffer => sha256(key)

/** A device whose key proves that it signed in to an account before. */
export type KnownDevice = Readonly<{ digest: Buffer }>

/** Returns the request's device, if it carries a key that the account of this address knows. */
export async function knownDeviceOf(
  ctx: Pick<Context, 'db'>,
  request: Pick<HttpRequest, 'headers'>,
  email: string,
): Promise<KnownDevice | null> {
  const key = deviceKeyOf(request)
  if (key === null) return null
  const digest = digestOfKey(key)
  return (await isKnownDevice(ctx.db, { digest, email })) ? { digest } : null
}

export type SigningDevice = DeviceTraits &
  Readonly<{
    /** The key that the device must store and send with its next sign-in. */
    key: string
    digest: Buffer
    /** Whether the owner is notified of this sign-in. */
    notifyOwner: boolean
  }>

/**
 * Returns the device of a successful sign-in: the one whose key the request carries, or a new one
 * with its own key. The owner is notified of a new device, with two exceptions: the device that
 * created the account, and one that stores no keys and resembles a recent device that stores none.
 */
export async function deviceOfSignIn(
  tx: Tx,
  ctx: Pick<Context, 'random'>,
  user: UserId,
  request: Pick<HttpRequest, 'headers' | 'ip'>,
): Promise<SigningDevice> {
  const traits = traitsOf(request)
  const brought = deviceKeyOf(request)
  if (brought !== null) {
    const digest = digestOfKey(brought)
    if (await touchDevice(tx, user, digest, traits)) {
      return { ...traits, key: brought, digest, notifyOwner: false }
    }
  }
  const key = `${deviceKeyPrefix}${ctx.random.bytes(keyBytes).toString('base64url')}`
  const digest = digestOfKey(key)
  const { first, like } = await insertDevice(tx, user, digest, traits)
  return { ...traits, key, digest, notifyOwner: !first && !like }
}
