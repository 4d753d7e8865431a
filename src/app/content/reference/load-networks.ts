import type { Context } from '../../../context.ts'
import { changedFacts, insertCatalogueAudit } from '../../../core/operators/operator-audit.sql.ts'
import { lockNetwork, writeNetwork } from '../../../core/reference/assets.sql.ts'
import { type CustodyAsset, listCustodyAssets } from '../../../core/reference/custody-assets.sql.ts'
import type { Loaded } from '../../../core/reference/loaded.ts'
import { isNotFound } from '../../../providers/outbound.ts'

type Loading = Pick<Context, 'db' | 'custody'>

/**
 * Queries custody about each asset that we have a custody id of, and closes the networks of assets
 * that custody does not have or whose decimals differ from ours. Keeps what an operator opened or
 * closed; opens nothing.
 */
export async function loadNetworks(ctx: Loading): Promise<Loaded> {
  const lines: string[] = []
  let complete = true
  for (const one of await listCustodyAssets(ctx.db.read)) {
    if (!one.main) continue
    const name = `asset ${one.asset.symbol} over ${one.network} (custody's ${one.custodyId})`
    const answer = await ctx.custody.findAsset(one.custodyId)
    if (answer.kind === 'accepted') {
      const { decimals, deprecated } = answer.value
      const differs = decimals !== null && decimals !== one.asset.scale
      const why = `custody counts ${decimals} decimals, and we count ${one.asset.scale}`
      const known = deprecated ? 'listed, but deprecated: ask custody for its successor' : 'listed'
      lines.push(`${name}: ${differs ? await close(ctx, one, why) : known}`)
    } else if (answer.kind === 'rejected' && isNotFound(answer)) {
      lines.push(`${name}: ${await close(ctx, one, 'custody has no such asset')}`)
    } else {
      complete = false
      const why = answer.kind === 'rejected' ? answer.message : answer.why
      lines.push(`${name}: custody did not respond (${why}); it stays unchanged`)
    }
  }
  return { complete, lines }
}

/** Closes what is open, except what an operator has set. */
const close = (ctx: Loading, { asset, network }: CustodyAsset, why: string): Promise<string> =>
  ctx.db.inTransaction(async (tx) => {
    const subject = { kind: 'network', id: `${asset.symbol}/${network}` }
    const changed = await changedFacts(tx, 'network.edit', subject)
    const before = await lockNetwork(tx, asset, network)
    if (before === null) return why
    const { depositActive, withdrawActive } = before
    const after = {
      ...before,
      depositActive: depositActive && changed.has('depositActive'),
      withdrawActive: withdrawActive && changed.has('withdrawActive'),
    }
    const open = after.depositActive || after.withdrawActive
    const own = open ? '; an operator left it open' : ''
    const isSame = after.depositActive === depositActive && after.withdrawActive === withdrawActive
    if (isSame) return `${open ? 'open' : 'closed'}, and ${why}${own}`
    await writeNetwork(tx, asset, network, after)
    const facts = { depositActive: after.depositActive, withdrawActive: after.withdrawActive }
    await insertCatalogueAudit(tx, subject, { depositActive, withdrawActive }, facts)
    return `closed now: ${why}${own}`
  })
