import { z } from 'zod'
import type { Play } from './play.ts'

const Paid = z.object({ callbackId: z.string() })
const Attempt = z.object({ status: z.int() })

/** Pays into the trader's virtual account; returns the id of its callback. */
export async function payAtBank({ sandbox, cast }: Play, amount: number): Promise<string> {
  const { accountNumber } = cast.account.get()
  const body = { accountNumber, amount }
  return (await sandbox.call('POST', '/control/payx/va-payments', Paid, { body })).callbackId
}

/** Sends a callback again with the same bytes; returns the status of the response. */
export async function resend({ sandbox }: Play, callbackId: string): Promise<number> {
  const path = `/control/callbacks/${callbackId}/resend`
  return (await sandbox.call('POST', path, Attempt)).status
}
