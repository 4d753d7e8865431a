import type { Tx } from '../../../core/database/database.ts'
import { lockAssetLimits, writeAssetActive } from '../../../core/reference/assets.sql.ts'
import { lockBankActive, writeBankActive } from '../../../core/reference/banks.sql.ts'
import {
  lockWalletFlag,
  setWalletFlag,
  type WalletFlag,
  walletSwitches,
} from '../../../core/reference/wallet-flags.sql.ts'
import { type GuardedSubject, weighedTerms } from './guarded-kind.ts'

/** A named thing with an `active` flag, whose only term is that flag. */
const activity = (
  lock: (tx: Tx, name: string) => Promise<boolean | null>,
  write: (tx: Tx, name: string, active: boolean) => Promise<void>,
): GuardedSubject => ({
  unknown: 'api.content_not_found',
  unfit: 'api.nothing_to_change',
  weigh: async (tx, _ctx, name, value) => {
    const was = await lock(tx, name)
    if (was === null) return null
    const active = value === 'active true'
    return weighedTerms({ was: { active: was }, is: { active }, isAllowed: true }, ['active'], () =>
      write(tx, name, active),
    )
  },
})

export const assetActivity = activity(
  async (tx, symbol) => (await lockAssetLimits(tx, { symbol }))?.active ?? null,
  (tx, symbol, active) => writeAssetActive(tx, { symbol }, active),
)

export const bankActivity = activity(lockBankActive, writeBankActive)

const stateText = ({ value, reason }: WalletFlag): string =>
  `${value === 1 ? 'active' : 'stopped'}: ${reason ?? 'no reason'}`

/** The text of a proposal to resume what a switch has stopped. */
export const resumption = (reason: string): string => stateText({ value: 1, reason })

/** Withdrawals, deposits or orders that are stopped, and resume with a reason. */
export const walletStatus: GuardedSubject = {
  unknown: 'api.content_not_found',
  unfit: 'api.nothing_to_change',
  weigh: async (tx, _ctx, name, value) => {
    const type = walletSwitches.find((one) => one === name)
    if (type === undefined) return null
    const flag = await lockWalletFlag(tx, type)
    const reason = value.replace(/^active: /, '')
    const write = () => setWalletFlag(tx, type, { value: 1, reason })
    return { before: stateText(flag), next: flag.value === 1 ? null : { value, write } }
  },
}
