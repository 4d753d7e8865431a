import { sql } from 'kysely'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Database } from '../../core/database/database.ts'
import { columnsOf, oneOf, type RowOf, readRows } from '../../core/database/driver/read-rows.ts'
import { isIndependentOf, mayDecide } from '../../core/operators/approvers.sql.ts'
import { venueDecimals } from '../../providers/venue/venue-parts.rules.ts'
import { type DecisionKind, decisionKinds } from './decision.rules.ts'

const agreementColumns = columnsOf({
  kind: oneOf(...decisionKinds),
  seq: 'bigint',
  operator: 'operatorId',
  email: 'text',
  at: 'timestamptz',
  note: 'text?',
  /** The amount that the operator approved, in digits. */
  amount: 'text?',
  userId: 'userId?',
  counts: 'boolean',
  independent: 'boolean',
})

/** What an operator said about an open decision. */
export type StoredAgreement = RowOf<typeof agreementColumns>

type Wanted = readonly Readonly<{ kind: DecisionKind; seq: number }>[]

const inDigits = (units: string, scale: string) =>
  sql`trim_scale(${sql.raw(units)} * power(10::numeric, -(${sql.raw(scale)})))::text`

/** Reads what operators said about these decisions, oldest first. */
export async function readAgreements(
  db: Database['read'],
  wanted: Wanted,
  operator: OperatorId,
): Promise<readonly StoredAgreement[]> {
  if (wanted.length === 0) return []
  const idsOf = (kind: DecisionKind) =>
    sql`any(${wanted.filter((one) => one.kind === kind).map(({ seq }) => seq)}::bigint[])`
  return readRows(db, agreementColumns)`
    select v.kind, v.seq, o.id as operator, o.email, v.at, v.note, v.amount,
      v.user_id as "userId", ${mayDecide} as counts, ${isIndependentOf(operator)} as independent
    from (
      select 'withdrawal' as kind, withdrawal_id as seq, operator_id, at, note,
        null as amount, null::bigint as user_id
      from withdrawal_approvals where withdrawal_id = ${idsOf('withdrawal')}
      union all
      select 'claim', deposit_id, operator_id, at, null, ${inDigits('amount', '2')}, null
      from cash_deposit_approvals where deposit_id = ${idsOf('claim')}
      union all
      select 'suspense', item_id, operator_id, at, reason, null, user_id
      from suspense_proposals where item_id = ${idsOf('suspense')}
      union all
      select 'break', p.break_id, p.operator_id, p.at, p.reason, ${inDigits(
        'p.units',
        `case when b.provider = 'venue' then greatest(a.scale, ${venueDecimals}) else a.scale end`,
      )}, null
      from break_proposals p join breaks b on b.id = p.break_id
      join assets a on a.symbol = b.subject
      where p.break_id = ${idsOf('break')}
      union all
      select 'proposal', id, proposed_by, proposed_at, null, null, null
      from guarded_changes where id = ${idsOf('proposal')}
    ) v join operators o on o.id = v.operator_id
    order by v.at, o.id`
}
