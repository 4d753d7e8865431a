import { z } from 'zod'
import { namesFor } from '../../app/identity-records/proven-names.ts'
import { refuse } from '../../base/refusal.ts'
import { cursorPageOf } from '../../base/values/cursor.ts'
import { assetId, type UserId } from '../../base/values/ids.ts'
import { formatMoney, idr, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import { decisionKinds } from '../../core/decisions/waiting.rules.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { readRupiah } from '../../core/reference/settings.sql.ts'
import { OperatorName, provenName } from '../../platform/access/operators/change-contracts.ts'
import { decimal, isoTime, oneOf, optional, text } from '../../platform/http/contracts/contracts.ts'
import { oldestFirst } from '../../platform/http/contracts/list-filters.ts'
import { cursorFields, cursorPage } from '../../platform/http/contracts/lists.ts'
import { readAgreements, type StoredAgreement } from './agreements.sql.ts'
import { obstacleOf, obstacles, readableKinds } from './decision.rules.ts'
import {
  findOpenDecision,
  listOpenDecisions,
  type OpenDecision,
  placeOfKind,
  type Reading,
} from './open-decisions.sql.ts'

export const ListApprovals = z.object({
  kind: optional(oneOf(decisionKinds)),
  ...cursorFields,
  ...oldestFirst,
})

export const ByDecision = z.object({ kind: oneOf(decisionKinds), id: text({ max: 70 }) })

const nullableText = z.string().nullable()

export const ApprovalView = z
  .object({
    kind: z.enum(decisionKinds),
    id: z.string(),
    at: isoTime.meta({ description: 'Since when it waits.' }),
    subject: z.string(),
    userId: z.int().nullable(),
    userEmail: nullableText,
    userName: provenName,
    symbol: nullableText,
    amount: decimal.nullable(),
    worthIdr: decimal.nullable(),
    reasons: z.array(z.string()),
    needed: z.int().meta({ description: 'The number of operators who must agree.' }),
    agreed: z.array(
      z
        .object({
          operator: OperatorName,
          at: isoTime,
          note: nullableText,
          amount: decimal.nullable(),
          userId: z.int().nullable(),
          counts: z.boolean().meta({ description: 'Whether the operator may still decide.' }),
        })
        .meta({ id: 'Agreement' }),
    ),
    obstacle: z.enum(obstacles).nullable().meta({
      description: 'Why your approval would be refused or not count; null if it would count.',
    }),
    facts: z.record(z.string(), nullableText),
  })
  .meta({ id: 'OpenDecision' })

export const ApprovalViews = cursorPage(ApprovalView)

type ApprovalsContext = Pick<Context, 'config' | 'db'>

const readingOf = async (ctx: ApprovalsContext, { id, email }: Operator): Promise<Reading> => ({
  operator: id,
  email,
  twoFromUnits: (await readRupiah(ctx.db.read, 'deposit.two_approvals_idr')).units,
})

/** Lists open decisions that the operator may read, oldest first by default. */
export async function showApprovals(
  ctx: ApprovalsContext,
  input: z.output<typeof ListApprovals>,
  operator: Operator,
): Promise<z.input<typeof ApprovalViews>> {
  const kinds = readableKinds(operator.role).filter((kind) => (input.kind ?? kind) === kind)
  const found = await listOpenDecisions(ctx.db.read, kinds, await readingOf(ctx, operator), input)
  const agreements = await readAgreements(ctx.db.read, found, operator.id)
  const names = await namesFor(
    ctx,
    operator,
    found.map(({ userId }) => userId),
  )
  return cursorPageOf(
    found,
    input,
    ({ micros, kind, seq }) => [micros, placeOfKind(kind), seq],
    (decision) => shown(decision, agreements, names, operator),
  )
}

/** Returns one open decision, with the approvals so far. */
export async function showApproval(
  ctx: ApprovalsContext,
  { kind, id }: z.output<typeof ByDecision>,
  operator: Operator,
): Promise<z.input<typeof ApprovalView>> {
  if (!readableKinds(operator.role).includes(kind)) return refuse('api.operator_not_permitted')
  const reading = await readingOf(ctx, operator)
  const found = await findOpenDecision(ctx.db.read, kind, id, reading)
  if (found === null) return refuse('api.decision_not_open')
  const [agreements, names] = await Promise.all([
    readAgreements(ctx.db.read, [found], operator.id),
    namesFor(ctx, operator, [found.userId]),
  ])
  return shown(found, agreements, names, operator)
}

function shown(
  decision: OpenDecision,
  all: readonly StoredAgreement[],
  names: ReadonlyMap<UserId | null, string>,
  operator: Operator,
): z.input<typeof ApprovalView> {
  const { kind, id, at, subject, userId, userEmail, symbol, reasons, needed, facts } = decision
  const agreed = all.filter((one) => one.kind === kind && one.seq === decision.seq)
  const agreements = agreed.map((one) => ({ ...one, isOwn: one.operator === operator.id }))
  return {
    kind,
    id,
    at,
    subject,
    userId,
    userEmail,
    userName: names.get(userId) ?? null,
    symbol,
    amount: amountOf(decision),
    worthIdr: decision.worth === null ? null : formatMoney(money(idr, decision.worth)),
    reasons: [...reasons],
    needed,
    agreed: agreed.map(({ operator: by, email, ...rest }) => ({
      operator: { id: by, email },
      at: rest.at,
      note: rest.note,
      amount: rest.amount,
      userId: rest.userId,
      counts: rest.counts,
    })),
    obstacle: obstacleOf({ ...decision, agreements }, operator),
    facts,
  }
}

function amountOf({ symbol, scale, units }: OpenDecision): string | null {
  if (symbol === null || scale === null || units === null) return null
  return formatMoney(money({ id: assetId(0), symbol, scale }, units))
}
