import { userId } from '../../../base/values/ids.ts'
import { integerOf } from '../../../base/values/integers.ts'
import { formatMoney, isPositive, parseMoney } from '../../../base/values/money.ts'
import type { Tx } from '../../../core/database/database.ts'
import { type Account, available, house, isUserAccount } from '../../../core/ledger/accounts.ts'
import { lockBalanceRows } from '../../../core/ledger/balances.sql.ts'
import { countOwed } from '../../../core/ledger/house.ts'
import { balanceKey, type Move } from '../../../core/ledger/post.rules.ts'
import { postAll } from '../../../core/ledger/post.ts'
import { findAssets, lockSupplyCap } from '../../../core/reference/assets.sql.ts'
import type { GuardedSubject } from './guarded-kind.ts'

/** The house's accounts that corrections may name. Other acts change all others. */
export const correctedKinds = [
  'custody',
  'venue',
  'payx',
  'payd',
  'bank',
  'fees',
  'receivable',
  'treasury',
] as const

type Correction = Readonly<{ amount: string; symbol: string; from: string; to: string }>

/** The text of a correction: `0.5 BTC from user 12 to receivable`. */
export const correctionInWords = ({ amount, symbol, from, to }: Correction): string =>
  `${amount} ${symbol} from ${from} to ${to}`

const form = /^(?<amount>\S+) (?<symbol>\S+) from (?<from>.+) to (?<to>.+)$/

function correctionIn(value: string): Correction | null {
  const { amount = '', symbol = '', from = '', to = '' } = form.exec(value)?.groups ?? {}
  return symbol === '' ? null : { amount, symbol, from, to }
}

const userForm = /^user ([1-9]\d{0,14})$/

function accountIn(name: string): Account | null {
  const user = userForm.exec(name)?.[1]
  if (user !== undefined) return available(userId(integerOf(user)))
  const kind = correctedKinds.find((one) => one === name)
  return kind === undefined ? null : house(kind)
}

/**
 * Moves money between accounts where no other act ends what people or providers did: a credit whose
 * payment never was, a claim that was paid, a transfer that was booked and never came. It takes no
 * more than a user has available, and exceeds no supply cap.
 */
export const ledgerCorrection: GuardedSubject = {
  unknown: 'api.user_not_found',
  unfit: 'api.correction_invalid',
  users: async (_tx, _subject, value) => {
    const read = correctionIn(value)
    const accounts = read === null ? [] : [accountIn(read.from), accountIn(read.to)]
    return accounts.flatMap((one) => (one !== null && isUserAccount(one) ? one.user : []))
  },
  weigh: async (tx, _ctx, subject, value) => {
    const before = 'not booked'
    const unfit = { before, next: null }
    const read = correctionIn(value)
    if (read === null || read.from === read.to) return unfit
    const [from, to] = [accountIn(read.from), accountIn(read.to)]
    const asset = (await findAssets(tx, [read.symbol])).get(read.symbol)
    if (from === null || to === null || asset === undefined) return unfit
    const parsed = parseMoney(asset, read.amount)
    if (!parsed.ok || !isPositive(parsed.money)) return unfit
    const { money: amount } = parsed
    if (!(await mayMove(tx, { from, to, amount }))) return unfit
    const posting = { key: `correction:${subject}`, moves: [{ from, to, amount }] }
    const write = async () => {
      await postAll(tx, [{ ...posting, action: 'ADJUSTMENT' }])
    }
    const text = correctionInWords({ ...read, amount: formatMoney(amount) })
    return { before, next: { value: text, write } }
  },
}

async function mayMove(tx: Tx, { from, to, amount }: Move): Promise<boolean> {
  if (isUserAccount(from)) {
    const place = { user: from.user, assetId: amount.asset.id }
    const owned = (await lockBalanceRows(tx, [place])).get(balanceKey(from.user, place.assetId))
    return (owned?.available ?? 0n) >= amount.units
  }
  if (!isUserAccount(to)) return true
  const cap = await lockSupplyCap(tx, amount.asset)
  return (await countOwed(tx, amount.asset)) + amount.units <= cap
}
