import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { CursorRequest } from '../../base/values/cursor.ts'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Database } from '../../core/database/database.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../core/database/driver/read-rows.ts'
import { microsOf } from '../../core/database/partitions/time-span.ts'
import { approvedToday, creditedToday } from '../../core/decisions/claim-day.sql.ts'
import { type DecisionKind, decisionKinds } from '../../core/decisions/waiting.rules.ts'
import { places } from '../../core/decisions/waiting.sql.ts'
import { areIndependent } from '../../core/operators/approvers.sql.ts'

/** The operator who reads the queue, and the worth from which claims need two operators. */
export type Reading = Readonly<{ operator: OperatorId; email: string; twoFromUnits: bigint }>

/** The open decisions of each kind, all with the same columns. */
const openOf: {
  readonly [Kind in DecisionKind]: (reading: Reading) => RawBuilder<unknown>
} = {
  withdrawal: ({ email }) => sql`
    select 'withdrawal' as kind, w.id as seq, w.request_id as id, w.created_at as at,
      w.user_id as "userId", u.email as "userEmail", a.symbol as subject, a.symbol,
      a.scale, w.amount::numeric as units, nullif(w.worth_idr, 0)::numeric as worth,
      w.approval_reasons as reasons, w.approvals_needed::int as needed,
      u.email = ${email} as "isOwn", u.suspended_at is not null as "ownerSuspended",
      true as independent,
      jsonb_build_object('kind', w.kind, 'network', w.network, 'bank', w.bank_name) as facts
    from ${places.withdrawal.from}
    join users u on u.id = w.user_id join assets a on a.id = w.asset_id
    where ${places.withdrawal.waits}`,
  claim: ({ email, operator, twoFromUnits }) => sql`
    select 'claim' as kind, d.id as seq, d.id::text as id, d.created_at as at,
      d.user_id as "userId", u.email as "userEmail", 'IDR' as subject, 'IDR' as symbol,
      2::smallint as scale, d.amount::numeric as units, d.amount::numeric as worth,
      case when d.review is null then '{}' else array[d.review] end as reasons,
      case when d.amount + greatest(
        ${creditedToday(sql.ref('d.user_id'), sql.ref('d.id'))},
        ${approvedToday(operator, sql.ref('d.id'))}
      ) >= ${twoFromUnits.toString()}::numeric then 2 else 1 end as needed,
      u.email = ${email} as "isOwn", u.suspended_at is not null as "ownerSuspended",
      true as independent, '{}'::jsonb as facts
    from ${places.claim.from} join users u on u.id = d.user_id
    where ${places.claim.waits}`,
  suspense: () => sql`
    select 'suspense' as kind, s.id as seq, s.id::text as id, s.created_at as at,
      null::bigint as "userId", null as "userEmail", s.source as subject, a.symbol, a.scale,
      s.units::numeric as units, null::numeric as worth, array[s.reason] as reasons, 2 as needed,
      false as "isOwn", false as "ownerSuspended", true as independent,
      jsonb_build_object('reference', s.reference, 'inWords', s.in_words) as facts
    from ${places.suspense.from} left join assets a on a.id = s.asset_id
    where ${places.suspense.waits}`,
  break: () => sql`
    select 'break' as kind, b.id as seq, b.id::text as id, b.since as at,
      null::bigint as "userId", null as "userEmail", b.subject, b.asset as symbol,
      null::smallint as scale, null::numeric as units, null::numeric as worth,
      array[b.kind] as reasons, case when b.kind = 'balance' then 2 else 1 end as needed,
      false as "isOwn", false as "ownerSuspended", true as independent,
      jsonb_build_object('provider', b.provider, 'theirs', b.theirs, 'ours', b.ours,
        'lastSeen', b.last_seen, 'stoppedAt', b.stopped_at) as facts
    from ${places.break.from} where ${places.break.waits}`,
  proposal: () => sql`
    select 'proposal' as kind, c.id as seq, c.id::text as id, c.proposed_at as at,
      null::bigint as "userId", null as "userEmail", c.subject, null as symbol,
      null::smallint as scale, null::numeric as units, null::numeric as worth,
      array[c.kind] as reasons, 2 as needed,
      false as "isOwn", false as "ownerSuspended", true as independent,
      jsonb_build_object('before', c.value_before, 'value', c.value,
        'dueAt', c.due_at, 'expiresAt', c.expires_at) as facts
    from ${places.proposal.from} where ${places.proposal.waits}`,
  operator: ({ operator }) => sql`
    select 'operator' as kind, o.id as seq, o.id::text as id,
      coalesce(last.at, o.created_at) as at,
      null::bigint as "userId", null as "userEmail", o.email as subject, null as symbol,
      null::smallint as scale, null::numeric as units, null::numeric as worth,
      array[coalesce(last.how, 'invited')] as reasons, 1 as needed,
      o.id = ${operator} as "isOwn", false as "ownerSuspended",
      ${areIndependent(sql.ref('o.id'), operator)} as independent,
      jsonb_build_object('role', o.role, 'handledBy', last.email) as facts
    from ${places.operator.from} left join lateral (
      select h.at, h.how, p.email from operator_handlings h join operators p on p.id = h.handled_by
      where h.operator_id = o.id order by h.at desc, h.id desc limit 1) last on true
    where ${places.operator.waits}`,
  recovery: ({ email }) => sql`
    select 'recovery' as kind, r.id as seq, r.id::text as id, r.created_at as at,
      r.user_id as "userId", u.email as "userEmail", u.email as subject, null as symbol,
      null::smallint as scale, null::numeric as units, null::numeric as worth,
      '{}'::text[] as reasons, 2 as needed,
      u.email = ${email} as "isOwn", u.suspended_at is not null as "ownerSuspended",
      true as independent, '{}'::jsonb as facts
    from ${places.recovery.from} join users u on u.id = r.user_id
    where ${places.recovery.waits}`,
  'carf-report': () => sql`
    select 'carf-report' as kind, f.id as seq, f.id::text as id, f.requested_at as at,
      null::bigint as "userId", null as "userEmail", f.year::text as subject, null as symbol,
      null::smallint as scale, null::numeric as units, null::numeric as worth,
      '{}'::text[] as reasons, 2 as needed, false as "isOwn", false as "ownerSuspended",
      true as independent, '{}'::jsonb as facts
    from ${places['carf-report'].from} where ${places['carf-report'].waits}`,
  subscription: () => sql`
    select 'subscription' as kind, s.id as seq, s.id::text as id,
      coalesce(s.changed_at, s.created_at) as at,
      null::bigint as "userId", null as "userEmail", s.name as subject, null as symbol,
      null::smallint as scale, null::numeric as units, null::numeric as worth,
      '{}'::text[] as reasons, 2 as needed, false as "isOwn", false as "ownerSuspended",
      true as independent,
      jsonb_build_object('url', coalesce(s.change ->> 'url', s.url)) as facts
    from ${places.subscription.from} where ${places.subscription.waits}`,
}

const facts = z.record(z.string(), z.string().nullable())

const decisionColumns = columnsOf({
  kind: oneOfTexts(...decisionKinds),
  seq: 'bigint',
  id: 'text',
  at: 'timestamptz',
  micros: 'bigint',
  userId: 'userId?',
  userEmail: 'text?',
  subject: 'text',
  symbol: 'text?',
  scale: 'smallint?',
  units: 'units?',
  worth: 'units?',
  reasons: 'text[]',
  needed: 'integer',
  isOwn: 'boolean',
  ownerSuspended: 'boolean',
  independent: 'boolean',
  facts,
})

export type OpenDecision = RowOf<typeof decisionColumns>

const placeOf = (kind: RawBuilder<unknown>) =>
  sql`array_position(${decisionKinds}::text[], ${kind})`

/** Lists open decisions of these kinds by age. */
export async function listOpenDecisions(
  db: Database['read'],
  kinds: readonly DecisionKind[],
  reading: Reading,
  { limit, cursor, sort }: CursorRequest,
): Promise<readonly OpenDecision[]> {
  if (kinds.length === 0) return []
  const direction = sql.raw(sort)
  const [micros, place, seq] = cursor ?? []
  const beyond = sql.raw(sort === 'desc' ? '<' : '>')
  const follows =
    micros === undefined || place === undefined || seq === undefined
      ? sql`true`
      : sql`(${microsOf('d.at')}, ${placeOf(sql.ref('d.kind'))}, d.seq) ${beyond}
          (${micros}::bigint, ${place}::bigint, ${seq}::bigint)`
  const branches = kinds.map(
    (kind) => sql`
    (select * from (${openOf[kind](reading)}) d where ${follows}
      order by d.at ${direction}, d.seq ${direction} limit ${limit + 1})`,
  )
  return readRows(db, decisionColumns)`
    select q.*, ${microsOf('q.at')} as micros from (${sql.join(branches, sql` union all `)}) q
    order by q.at ${direction}, ${placeOf(sql.ref('q.kind'))} ${direction}, q.seq ${direction}
    limit ${limit + 1}`
}

/** Finds an open decision; null if there is none, or it was decided. */
export async function findOpenDecision(
  db: Database['read'],
  kind: DecisionKind,
  id: string,
  reading: Reading,
): Promise<OpenDecision | null> {
  const rows = await readRows(db, decisionColumns)`
    select d.*, ${microsOf('d.at')} as micros from (${openOf[kind](reading)}) d where d.id = ${id}`
  return rows[0] ?? null
}

/** The position of a kind among items that are equally old, as the cursor carries it. */
export const placeOfKind = (kind: DecisionKind): number => decisionKinds.indexOf(kind) + 1
