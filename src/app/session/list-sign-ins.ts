import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { isoTime } from '../../platform/http/contracts/contracts.ts'
import { findSignIns, signInOutcomes } from './sign-ins.sql.ts'

export const SignInView = z
  .object({
    outcome: z.enum(signInOutcomes),
    device: z.string().nullable(),
    ip: z.string().nullable(),
    at: isoTime,
  })
  .meta({ id: 'SignIn' })

/** Lists the newest sign-ins to the caller's account, also those that failed. */
export const listSignIns = async (
  ctx: Pick<Context, 'db'>,
  _input: object,
  { id }: Caller,
): Promise<z.input<typeof SignInView>[]> => [...(await findSignIns(ctx.db, id))]
