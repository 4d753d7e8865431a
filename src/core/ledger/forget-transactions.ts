import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { sides } from './moves.sql.ts'

/**
 * Prepares the ledger for another PostgreSQL cluster, whose transaction numbers begin anew: all
 * moves count as older than any transaction there, and the house balances are rolled up again. The
 * leader's roll-up has no time to sum every move.
 */
export async function forgetTransactions(tx: Tx): Promise<void> {
  await sql`alter table moves disable trigger moves_append_only`.execute(tx)
  await sql`update moves set tx = 0`.execute(tx)
  await sql`alter table moves enable trigger moves_append_only`.execute(tx)
  await sql`alter table ledger_links disable trigger ledger_links_append_only`.execute(tx)
  await sql`update ledger_links set tx_hash = null`.execute(tx)
  await sql`alter table ledger_links enable trigger ledger_links_append_only`.execute(tx)
  await sql`delete from house_balances`.execute(tx)
  await sql`
    insert into house_balances (kind, asset_id, units)
    select kind, asset_id, sum(units) from (
      select kind, asset_id, units from detached_sums
      union all
      select side.kind, m.asset_id, side.units from moves m ${sides}
    ) as every where kind > 2 group by kind, asset_id`.execute(tx)
  await sql`update house_horizon set tx = 1`.execute(tx)
  await sql`update ledger_closed set next_tx = 0`.execute(tx)
  await sql`delete from audits`.execute(tx)
}
