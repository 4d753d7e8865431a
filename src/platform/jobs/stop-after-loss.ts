import { pollPaydOrdersNow } from '../../app/deposits/payd/payd-orders.sql.ts'
import { pollQrisCodesNow } from '../../app/deposits/payx/qris-codes.sql.ts'
import { askBeforeSending } from '../../app/withdrawals/model/withdrawals.sql.ts'
import { requestRun } from '../../backoffice/reconciliation/comparisons.sql.ts'
import { reconcileJob } from '../../backoffice/reconciliation/reconciliation-limits.ts'
import type { Tx } from '../../core/database/database.ts'
import type { Loss } from '../../core/ledger/lost-postings.rules.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { deactivateWallet } from '../../core/reference/wallet-flags.sql.ts'

/**
 * Stops withdrawals after acknowledged postings were lost: money that left or arrived may be
 * missing from the books. Alerts operators, and has reconciliation and polling ask the providers at
 * once. Withdrawals that are open go on, but are sent only after their provider was asked about
 * them. Does nothing if operators were alerted to a loss in this run of the server before.
 */
export async function stopAfterLoss(tx: Tx, { run, missing, since }: Loss): Promise<void> {
  const key = `commits-lost:${run.timeline}:${run.startedMs}`
  const alerted = await tx
    .selectFrom('operator_alerts')
    .where('dedupe_key', '=', key)
    .select('id')
    .executeTakeFirst()
  if (alerted !== undefined) return
  const reason = missing.length === 0 ? unknown : lost
  const data = since === null ? {} : { since: since.toISOString() }
  await respond(tx, { key, reason, data: { ...data, postings: `${missing.length}` } })
}

const lost = 'The database lost commits that it had confirmed.'

const unknown =
  'The database continues from another position; whether it lost commits is not known.'

/** Does the same after a logical dump was restored: the dump lacks later commits. */
export async function stopAfterDump(tx: Tx): Promise<void> {
  const reason = 'The database was restored from a dump, which lacks later commits.'
  await respond(tx, { key: null, reason, data: {} })
}

type LossResponse = Readonly<{
  /** Identifies the loss; without it, each call alerts. */
  key: string | null
  reason: string
  data: Readonly<Record<string, string>>
}>

async function respond(tx: Tx, { key, reason, data }: LossResponse): Promise<void> {
  await deactivateWallet(tx, 'WD', reason)
  await askBeforeSending(tx)
  await pollQrisCodesNow(tx)
  await pollPaydOrdersNow(tx)
  const askedAt = await requestRun(tx, reconcileJob)
  enqueueAll(tx, [
    {
      to: 'operator',
      kind: 'commits-lost',
      key: key ?? `commits-lost:${askedAt.toISOString()}`,
      severity: 'critical',
      subject: 'Withdrawals were stopped: the database lost acknowledged commits, or may have',
      data: { reason, ...data },
    },
  ])
}
