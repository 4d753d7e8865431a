import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { readWalletFlags } from '../../../core/reference/wallet-flags.sql.ts'

export type WalletActivity = 'active' | 'inactive'

/** Returns whether withdrawals and deposits are enabled; refuses if that can't be read. */
export async function showWalletStatus(
  ctx: Pick<Context, 'db' | 'log'>,
): Promise<Readonly<{ withdrawal_status: WalletActivity; deposit_status: WalletActivity }>> {
  const { WD, DEPO } = await readWalletFlags(ctx.db).catch((error: unknown) => {
    ctx.log.error({ err: error }, 'the wallet flags could not be read')
    return { WD: null, DEPO: null, TRADE: null }
  })
  if (WD === null || DEPO === null) return refuse('api.wallet_status_failed')
  return { withdrawal_status: inWord(WD), deposit_status: inWord(DEPO) }
}

const inWord = (active: boolean): WalletActivity => (active ? 'active' : 'inactive')
