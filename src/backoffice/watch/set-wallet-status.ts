import { z } from 'zod'
import type { Context } from '../../context.ts'
import { setWalletFlag, walletSwitches } from '../../core/reference/wallet-flags.sql.ts'
import { reason } from '../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { oneOf, zeroOrOne } from '../../platform/http/contracts/contracts.ts'

export const SetWalletStatus = z.object({
  type: oneOf(walletSwitches),
  value: zeroOrOne,
  reason,
})

export const WalletSwitch = z
  .object({ type: z.enum(walletSwitches), value: z.int() })
  .meta({ id: 'WalletSwitch' })

/**
 * Stops or resumes all withdrawals, all manual deposits, or all new orders. While the ledger's
 * audit finds a breach, the audit stops resumed withdrawals again.
 */
export async function setWalletStatus(
  ctx: Pick<Context, 'answers' | 'db'>,
  { type, value, reason: why }: z.output<typeof SetWalletStatus>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WalletSwitch>>> {
  const done = await ctx.db.inTransaction(async (tx) => {
    const before = await setWalletFlag(tx, type, { value, reason: why })
    const change = {
      subject: { kind: 'wallet-status', id: type },
      before,
      after: { value, reason: why },
    }
    return audited(tx, by, change, { type, value })
  })
  ctx.answers.clear()
  return done
}
