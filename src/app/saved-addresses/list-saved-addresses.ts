import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { isoTime } from '../../platform/http/contracts/contracts.ts'
import { findSavedAddresses } from './saved-addresses.sql.ts'

export const SavedAddress = z
  .object({
    id: z.int(),
    symbol: z.string(),
    network: z.string(),
    label: z.string(),
    address: z.string(),
    tag: z.string().nullable(),
    createdAt: isoTime,
  })
  .meta({ id: 'SavedAddress' })

/** Lists the caller's address book. */
export const listSavedAddresses = async (
  ctx: Pick<Context, 'db'>,
  _input: object,
  { id }: Caller,
): Promise<z.input<typeof SavedAddress>[]> => [...(await findSavedAddresses(ctx.db, id))]
