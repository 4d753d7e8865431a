import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { formatMoney, money } from '../../../base/values/money.ts'
import { percentOf } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import { readBalances } from '../../../core/ledger/balances.sql.ts'
import { listAssets } from '../../../core/reference/assets.sql.ts'
import { listPairCategories } from '../../../core/reference/pairs.sql.ts'
import { readWalletFlags } from '../../../core/reference/wallet-flags.sql.ts'
import { findUncertified } from '../../../core/users/certifications.sql.ts'
import { findUser } from '../../../core/users/users.sql.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { decimal } from '../../../platform/http/contracts/contracts.ts'

export const AccountInfo = z
  .object({
    balances: z.array(
      z
        .object({
          symbol: z.string(),
          available: decimal,
          locked: decimal,
          total: decimal,
        })
        .meta({ id: 'Balance' }),
    ),
    feeRates: z.array(
      z
        .object({
          category: z.string(),
          buyFee: decimal.meta({ description: 'In percent of the received amount.' }),
          sellFee: decimal.meta({ description: 'In percent of the received amount.' }),
        })
        .meta({ id: 'FeeRate' }),
    ),
    permissions: z
      .object({
        canTrade: z.boolean(),
        canWithdraw: z.boolean(),
        canDeposit: z.boolean(),
      })
      .meta({ id: 'TradingPermissions' }),
  })
  .meta({ id: 'TradingAccount' })

const nothing = { available: 0n, locked: 0n }

/** Shows the caller's balances of every asset, trading fees and permissions. */
export async function showAccount(
  { db }: Pick<Context, 'db'>,
  _input: object,
  caller: Caller,
): Promise<z.input<typeof AccountInfo>> {
  const [assets, balances, categories, flags, user, uncertified] = await Promise.all([
    listAssets(db),
    readBalances(db, caller.id),
    listPairCategories(db.read),
    readWalletFlags(db),
    findUser(db.read, caller.id),
    findUncertified(db.read, [caller.id]),
  ])
  if (user === null) return refuse('auth.unauthenticated')
  return {
    balances: assets.map((asset) => {
      const { available, locked } = balances.get(asset.id) ?? nothing
      const inWords = (units: bigint) => formatMoney(money(asset, units))
      return {
        symbol: asset.symbol,
        available: inWords(available),
        locked: inWords(locked),
        total: inWords(available + locked),
      }
    }),
    feeRates: categories.map(({ code, buyFee, sellFee }) => ({
      category: code,
      buyFee: percentOf(buyFee),
      sellFee: percentOf(sellFee),
    })),
    permissions: {
      canTrade:
        flags.TRADE === true &&
        user.identityStatus === 'success' &&
        user.suspendedAt === null &&
        !uncertified.has(caller.id),
      canWithdraw: flags.WD === true,
      canDeposit: flags.DEPO === true,
    },
  }
}
