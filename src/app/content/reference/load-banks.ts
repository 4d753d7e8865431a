import { Refusal } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { insertCatalogueAudit } from '../../../core/operators/operator-audit.sql.ts'
import { type Bank, readBanks, writePayoutCode } from '../../../core/reference/banks.sql.ts'
import type { Loaded } from '../../../core/reference/loaded.ts'
import { listDisbursementBanks } from './list-disbursement-banks.ts'

type Loading = Pick<Context, 'db' | 'payx'>

/**
 * Compares our banks with those that payx offers for virtual accounts and payouts. Adds a payout
 * code that we lack if it is a bank's short name. Reports codes that payx does not list but keeps
 * them, since payx may have to activate them; also reports banks for virtual accounts without
 * instructions here.
 */
export async function loadBanks(ctx: Loading): Promise<Loaded> {
  const [accounts, channels] = await Promise.all([ctx.payx.banks(), ctx.payx.payoutChannels()])
  const banks = await readBanks(ctx.db)
  if (accounts.kind !== 'accepted' || channels.kind !== 'accepted') {
    return { complete: false, lines: ['payx: no list of banks; ours stay as they are'] }
  }
  const codes: Listed = {
    payxVaCode: new Set(accounts.value.map(({ code }) => code)),
    payxPayoutCode: new Set(channels.value.map(({ code }) => code)),
  }
  const { payxVaCode: va, payxPayoutCode: payouts } = codes
  const unknown = [...va].filter((code) => !banks.some(({ payxVaCode }) => payxVaCode === code))
  const lines = [
    `payx lists ${va.size} banks for virtual accounts, ${payouts.size} for payouts`,
    ...(await enterPayoutCodes(ctx, banks, payouts)),
    ...missing(banks, codes, 'payxVaCode', 'virtual accounts'),
    ...missing(banks, codes, 'payxPayoutCode', 'payouts'),
    ...(unknown.length === 0 ? [] : [`not offered for virtual accounts: ${unknown.join(', ')}`]),
  ]
  return { complete: true, lines }
}

async function enterPayoutCodes(
  ctx: Loading,
  banks: readonly Bank[],
  listed: ReadonlySet<string>,
): Promise<readonly string[]> {
  const taken = new Set(banks.map(({ payxPayoutCode }) => payxPayoutCode))
  const lacking = banks.flatMap(({ code, shortName, payxPayoutCode }) => {
    const found = `ID_${shortName.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`
    const isNew = payxPayoutCode === null && listed.has(found) && !taken.has(found)
    return isNew ? [{ code, shortName, found }] : []
  })
  await ctx.db.inTransaction(async (tx) => {
    for (const { code, found } of lacking) {
      await writePayoutCode(tx, code, found)
      const subject = { kind: 'bank', id: code }
      await insertCatalogueAudit(tx, subject, { payxPayoutCode: null }, { payxPayoutCode: found })
    }
  })
  return lacking.map(({ shortName, found }) => `bank ${shortName}: payouts by payx as ${found}`)
}

type Listed = Readonly<Record<'payxVaCode' | 'payxPayoutCode', ReadonlySet<string>>>

function missing(
  banks: readonly Bank[],
  listed: Listed,
  field: keyof Listed,
  use: string,
): readonly string[] {
  const gone = banks.filter((bank) => {
    const code = bank[field]
    return code !== null && !listed[field].has(code)
  })
  const names = gone.map(({ shortName }) => shortName).join(', ')
  return gone.length === 0
    ? []
    : [`payx does not list for ${use}: ${names}; ask payx, or hide them`]
}

/** Caches payd's list of banks, as apps request it. */
export async function loadPaydBanks(
  ctx: Pick<Context, 'db' | 'payd' | 'clock' | 'log'>,
): Promise<Loaded> {
  try {
    const { items } = await listDisbursementBanks(ctx)
    return { complete: true, lines: [`payd lists ${items.length} banks`] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { complete: false, lines: ['payd: no list of banks'] }
  }
}
