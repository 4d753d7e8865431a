import { type RawBuilder, sql } from 'kysely'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Database } from '../../core/database/database.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../core/database/driver/read-rows.ts'
import { type DecisionKind, decisionKinds } from '../../core/decisions/waiting.rules.ts'
import { isIndependentOf, mayDecide } from '../../core/operators/approvers.sql.ts'
import { venueDecimals } from '../../providers/venue/venue-parts.rules.ts'

const agreementColumns = columnsOf({
  kind: oneOfTexts(...decisionKinds),
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

/** An operator's statement about an open decision. */
export type StoredAgreement = RowOf<typeof agreementColumns>

type Wanted = readonly Readonly<{ kind: DecisionKind; seq: number }>[]

const inDigits = (scale: RawBuilder<unknown>) =>
  sql`trim_scale(g.statement::numeric * power(10::numeric, -(${scale})))::text`

/** Reads operators' statements that are open about these decisions, oldest first. */
export async function readAgreements(
  db: Database['read'],
  wanted: Wanted,
  operator: OperatorId,
): Promise<readonly StoredAgreement[]> {
  if (wanted.length === 0) return []
  const kinds = wanted.map(({ kind }) => kind)
  const ids = wanted.map(({ seq }) => seq)
  const compared = sql`
    case b.provider when 'venue' then greatest(a.scale, ${venueDecimals}::int) else a.scale end`
  return readRows(db, agreementColumns)`
    select g.kind, g.subject as seq, o.id as operator, o.email, g.at, g.note,
      case g.kind
        when 'claim' then ${inDigits(sql`2`)}
        when 'break' then ${inDigits(compared)} end as amount,
      case g.kind when 'suspense' then nullif(g.statement, 'returned')::bigint end as "userId",
      ${mayDecide} as counts, ${isIndependentOf(operator)} as independent
    from agreements g join operators o on o.id = g.operator_id
    left join breaks b on g.kind = 'break' and b.id = g.subject
    left join assets a on a.symbol = b.subject
    where (g.kind, g.subject) in (select * from unnest(${kinds}::text[], ${ids}::bigint[]))
      and g.closed_at is null
    order by g.at, g.id`
}
