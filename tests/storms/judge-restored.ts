import { sql } from 'kysely'
import { changeOpening } from '../../src/backoffice/reconciliation/books.sql.ts'
import { assetId } from '../../src/base/values/ids.ts'
import { idr, money } from '../../src/base/values/money.ts'
import type { Asked } from './asked.ts'
import type { Drill } from './drill.ts'
import { auditNow, judgeWithdrawals } from './judge-withdrawals.ts'
import { type State, unitsIn } from './providers.ts'
import { funds } from './withdrawers.ts'

const vaFee = 4_440
const btc = { id: assetId(3), symbol: 'BTC', scale: 8 }

const sentIn = ({ custody, payx }: State): readonly string[] => [
  ...custody.transactions.flatMap(({ externalTxId }) => externalTxId ?? []),
  ...payx.payouts.map(({ reference_id: id }) => id),
]

async function known({ db }: Drill): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; status: string }>`
    select request_id as id, status from withdrawals`.execute(db.read)
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Prints how many withdrawals a provider has that the restored books lack or list as unsent. */
export async function judgeSent(drill: Drill, before: State): Promise<void> {
  const ours = await known(drill)
  const lost = sentIn(before).filter((id) => !ours.has(id))
  drill.stage.print(
    `${sentIn(before).length} withdrawals were sent; ${lost.length} are unknown now`,
  )
  drill.stage.check('the restore lost withdrawals that were sent', lost.length > 0)
}

/**
 * Checks the restored books against the providers': nothing was sent twice, each lost withdrawal
 * is in a break, and apart from these everything agrees. Closes the breaks, and waits until
 * reconciliation finds none.
 */
export async function judgeRestored(
  drill: Drill,
  wishes: readonly Asked[],
  before: State,
): Promise<void> {
  const { stage, db, providers } = drill
  const now = await providers.state()
  const again = sentIn(now).toSorted()
  stage.check(
    'no withdrawal was sent again after the restore',
    JSON.stringify(again) === JSON.stringify(sentIn(before).toSorted()),
    `${again.length} transfers and payouts before and after`,
  )
  const ours = await known(drill)
  const isKnown = (id: string | null) => id === null || ours.has(id)
  const without = { ...providers, state: async () => withoutLost(await providers.state(), isKnown) }
  const kept = wishes.filter(({ requestId }) => isKnown(requestId))
  const none = { doubted: new Set<string>(), reversed: new Set<string>() }
  await judgeWithdrawals(stage, { db, providers: without }, kept, none)
  await checkPayers(drill)
  await closeBreaks(drill, lostUnits(now, isKnown))
  await auditNow(stage, db, 'after the breaks were closed')
}

type Lost = Readonly<{ btc: bigint; idr: bigint }>

/** The sums that providers paid for withdrawals that the restored books lack. */
function lostUnits({ custody, payx }: State, isKnown: (id: string | null) => boolean): Lost {
  const coins = custody.transactions.filter(({ externalTxId }) => !isKnown(externalTxId))
  const payouts = payx.payouts.filter(({ reference_id: id }) => !isKnown(id))
  return {
    btc: coins
      .map(({ amountInfo, feeInfo, feeCurrency }) => {
        const fee = feeCurrency === 'BTC' ? unitsIn(feeInfo.networkFee ?? '0', 8) : 0n
        return unitsIn(amountInfo.amount, 8) + fee
      })
      .reduce((sum, units) => sum + units, 0n),
    idr: payouts.reduce((sum, { amount }) => sum + BigInt(amount) * 100n, 0n),
  }
}

/** The providers' books as if the lost withdrawals had never been sent. */
function withoutLost(state: State, isKnown: (id: string | null) => boolean): State {
  const { custody, payx } = state
  const lost = lostUnits(state, isKnown)
  const held = unitsIn(custody.balances['BTC'] ?? '0', 8) + lost.btc
  return {
    ...state,
    custody: {
      transactions: custody.transactions.filter(({ externalTxId }) => isKnown(externalTxId)),
      balances: { ...custody.balances, BTC: decimal(held) },
    },
    payx: {
      payouts: payx.payouts.filter(({ reference_id: id }) => isKnown(id)),
      balance: payx.balance + Number(lost.idr / 100n),
    },
  }
}

const decimal = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(9, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
}

/** Checks that each payer has what was paid, less fees, even if the restore lost the payment. */
async function checkPayers({ stage, db, payers, paid }: Drill): Promise<void> {
  const { rows } = await sql<{ user: number; units: string }>`
    select user_id as "user", available::text as units from balances where asset_id = 1`.execute(
    db.read,
  )
  const units = new Map(rows.map((row) => [Number(row.user), row.units]))
  const wrong = payers.filter(({ id }) => {
    const own = paid.filter(({ user }) => user === Number(id))
    const credited = own.reduce((sum, { rupiah }) => sum + BigInt(rupiah - vaFee) * 100n, 0n)
    return units.get(Number(id)) !== String(funds.idrUnits + credited)
  })
  stage.check('each payer was credited each payment once', wrong.length === 0)
}

type Break = Readonly<{ provider: string; theirs: string; ours: string; kind: string }>

const reconciledMs = 200_000

/**
 * Waits until each difference is a break of the right amount, books it as two operators would, and
 * waits until reconciliation resolves the breaks.
 */
async function closeBreaks({ stage, db }: Drill, lost: Lost): Promise<void> {
  const open = async () => {
    const { rows } = await sql<Break>`
      select provider, theirs, ours, kind from breaks where resolved_at is null`.execute(db.read)
    return rows
  }
  const short = async () => {
    const found = (await open()).filter(({ kind }) => kind === 'balance')
    const missing = (provider: string) => {
      const one = found.find((row) => row.provider === provider)
      return one === undefined ? 0n : unitsIn(one.ours, 8) - unitsIn(one.theirs, 8)
    }
    return missing('custody') === lost.btc && missing('payx') === lost.idr * 1_000_000n
  }
  const startedMs = performance.now()
  const shown = await stage.until('breaks', short, reconciledMs).catch(() => null)
  const seen = JSON.stringify(await open())
  stage.check('all that the restore lost is a break, to the unit', shown !== null, seen)
  await db.inTransaction(async (tx) => {
    await changeOpening(tx, 'custody', money(btc, -lost.btc))
    await changeOpening(tx, 'payx', money(idr, -lost.idr))
  })
  const none = async () => (await open()).length === 0
  const closed = await stage.until('no break', none, reconciledMs).catch(() => null)
  const left = closed === null ? JSON.stringify(await open()) : undefined
  stage.check('once the breaks are booked, reconciliation finds none', closed !== null, left)
  const tookMs = Math.round(performance.now() - startedMs)
  stage.print(`${lost.btc} satoshi and ${lost.idr / 100n} rupiah were booked in ${tookMs} ms`)
}
