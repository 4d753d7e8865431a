import { z } from 'zod'
import {
  lockWalletFlag,
  setWalletFlag,
  walletSwitches,
} from '../../../core/reference/wallet-flags.sql.ts'
import { reason } from '../../../platform/access/operators/change-contracts.ts'
import { operatorCode } from '../../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../../platform/access/operators/operator-endpoint.ts'
import { oneOf, optional, zeroOrOne } from '../../../platform/http/contracts/contracts.ts'
import { commitContent } from '../content-writing.ts'
import { commitProposal, type Proposing } from '../proposals/propose-change.ts'
import { resumption } from '../terms/switches.ts'
import { proposed } from './edit-terms.ts'

export const SetWalletStatus = z.object({
  type: oneOf(walletSwitches),
  value: zeroOrOne,
  reason,
  otpCode: optional(operatorCode).meta({
    description: 'The code of the authenticator app, to resume.',
  }),
})

export const WalletSwitch = z
  .object({ type: z.enum(walletSwitches), value: z.int(), ...proposed })
  .meta({ id: 'WalletSwitch' })

/**
 * Stops all withdrawals, manual deposits or new orders at once, or proposes to resume them. While
 * the ledger's audit finds a breach, the audit stops resumed withdrawals again.
 */
export function setWalletStatus(
  ctx: Proposing,
  { type, value, reason: why, otpCode }: z.output<typeof SetWalletStatus>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof WalletSwitch>>> {
  if (value === 1) {
    const change = { kind: 'wallet-status', subject: type, value: resumption(why) } as const
    return commitProposal(ctx, by, { reason: why, otpCode }, change, async (_tx, proposal) => ({
      type,
      value: 0,
      proposal,
    }))
  }
  return commitContent(ctx, async (tx) => {
    const before = await lockWalletFlag(tx, type)
    await setWalletFlag(tx, type, { value, reason: why })
    const subject = { kind: 'wallet-status', id: type }
    const change = { subject, before, after: { value, reason: why } }
    return audited(tx, by, change, { type, value, proposal: null })
  })
}
