import type { Context } from '../../context.ts'
import type { CounterRule } from '../../core/database/cluster/counters.ts'
import { enqueueAskedMail, type RequestedMail } from '../../core/outbox/asked-mail.ts'
import { knownDeviceOf } from '../../platform/access/sessions/known-device.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { takePoint } from '../../platform/http/endpoint/throttle.ts'

type Mailing = Readonly<{
  kind: RequestedMail['kind']
  /** Above this rate no mail is sent; only the owner of the mailbox could notice. */
  rate: CounterRule
}>

/** Enqueues a mail to the user of an address, if there is one; the lookup follows the answer. */
export async function mailIfKnown(
  ctx: Pick<Context, 'clock' | 'config' | 'counters' | 'db' | 'log' | 'random'>,
  address: string,
  { kind, rate }: Mailing,
): Promise<void> {
  // Counts the address alone, so the rate does not reveal whether it has an account.
  const mayMail = await takePoint(ctx, rate, address)
  if (!mayMail.allowed) return
  await enqueueMailIfKnown(ctx, address, kind)
}

/** The same without a rate: the caller has counted the request. */
export const enqueueMailIfKnown = (
  ctx: Pick<Context, 'clock' | 'config' | 'db' | 'random'>,
  address: string,
  kind: RequestedMail['kind'],
): Promise<void> => ctx.db.inTransaction(async (tx) => enqueueAskedMail(tx, ctx, kind, address))

/** Whether the request comes from a device that the account of the address knows. */
export const isFromKnownDevice = async (
  ctx: Pick<Context, 'db'>,
  request: HttpRequest,
  address: string,
): Promise<boolean> => (await knownDeviceOf(ctx, request, address)) !== null
