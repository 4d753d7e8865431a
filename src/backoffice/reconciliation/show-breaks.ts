import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { type CursorPage, cursorPageOf } from '../../base/values/cursor.ts'
import { integerOf } from '../../base/values/integers.ts'
import { formatMoney, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import { listAgreements } from '../../core/decisions/agreements.sql.ts'
import type { EventSource } from '../../core/facts/event-source.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { listAssets } from '../../core/reference/assets.sql.ts'
import { type ById, OperatorName } from '../../platform/access/operators/change-contracts.ts'
import { noteLook } from '../../platform/access/operators/operator-endpoint.ts'
import { decimal, isoTime, oneOf, optional } from '../../platform/http/contracts/contracts.ts'
import { spanFields, symbolField } from '../../platform/http/contracts/list-filters.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { breakKinds, breakProviders } from './break.rules.ts'
import { findBreak, findBreaks, listBreaks } from './breaks.sql.ts'
import { findSubject, listMovements } from './movements.sql.ts'
import { finest } from './venue-parts.rules.ts'

export const ListBreaks = z.object({
  state: optional(oneOf(['open', 'resolved'])),
  kind: optional(oneOf(breakKinds)),
  provider: optional(oneOf(breakProviders)),
  ...symbolField,
  ...spanFields,
  ...cursorFields,
})

export const Break = z
  .object({
    id: z.int(),
    provider: z.enum(breakProviders).meta({
      description: '`house`: only our own books show it.',
    }),
    kind: z.enum(breakKinds),
    subject: z.string().meta({ description: 'An asset, or our own id of a movement.' }),
    asset: z.string().nullable(),
    theirs: z.string(),
    ours: z.string(),
    since: isoTime,
    lastSeen: isoTime,
    ageSeconds: z.int(),
    alertedAt: isoTime.nullable(),
    stoppedAt: isoTime
      .nullable()
      .meta({ description: 'When it stopped withdrawals; null if it never did.' }),
    resolvedAt: isoTime.nullable(),
  })
  .meta({ id: 'Break' })

const BreakMovement = z
  .object({
    postingId: z.int(),
    key: z.string().meta({ description: 'The key of the posting.' }),
    action: z.string(),
    at: isoTime,
    symbol: z.string(),
    amount: decimal,
    from: z.string(),
    to: z.string(),
    userId: z.int().nullable(),
  })
  .meta({ id: 'BreakMovement' })

export const BreakDetails = Break.extend({
  about: z
    .object({
      kind: z.enum(['withdrawal', 'order', 'payd-order']),
      id: z.string(),
      userId: z.int(),
      status: z.string(),
    })
    .nullable()
    .meta({ id: 'BreakSubject', description: 'The record that the break is about.' }),
  movements: z.array(BreakMovement).meta({
    description:
      'Of a movement its own postings; of a balance the first ones at the provider from shortly ' +
      'before the break was found.',
  }),
  proposals: z.array(
    z
      .object({ operator: OperatorName, amount: decimal, reason: z.string(), at: isoTime })
      .meta({ id: 'BreakProposal' }),
  ),
}).meta({ id: 'BreakDetails' })

export async function showBreaks(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListBreaks>,
): Promise<CursorPage<z.input<typeof Break>>> {
  const { state = null, kind = null, provider = null, symbol = null } = input
  const { from = null, to = null } = input
  const filter = { state, kind, provider, asset: symbol, from, to }
  return cursorPageOf(await listBreaks(ctx.db, filter, input), input, ({ id }) => [id])
}

/** Returns a break with its movements. They are of users, so the access is audited. */
export async function showBreak(
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof BreakDetails>> {
  const found = (await findBreak(ctx.db, id)) ?? refuse('api.break_not_found')
  await noteLook(ctx, { action: 'break.look', operator, request }, { kind: 'break', id })
  const about = await findSubject(ctx.db, found)
  return {
    ...found,
    about,
    movements: [...(await listMovements(ctx.db, found, about))],
    proposals: await proposalsFor(ctx, found),
  }
}

/** Returns the open proposals of an open break, and all of one that is resolved. */
async function proposalsFor(
  { db }: Pick<Context, 'db'>,
  { id, provider, subject, resolvedAt }: NonNullable<Awaited<ReturnType<typeof findBreak>>>,
) {
  const stated = await listAgreements(db.read, { kind: 'break', subject: id })
  const proposals = stated.filter(({ closedAt }) => closedAt === null || resolvedAt !== null)
  if (proposals.length === 0) return []
  const asset = (await listAssets(db)).find(({ symbol }) => symbol === subject)
  if (asset === undefined) return []
  const compared = provider === 'venue' ? finest(asset) : asset
  return proposals.map(({ operator, statement, note, at }) => ({
    operator,
    amount: formatMoney(money(compared, BigInt(statement))),
    reason: note ?? '',
    at,
  }))
}

/** Shows breaks in events, in the form of their list. */
export const breakItems: EventSource = {
  kind: 'break',
  contract: Break,
  read: async (_ctx, tx, subjects) => {
    const found = await findBreaks(tx, subjects.map(integerOf))
    return new Map(found.map((one) => [String(one.id), { item: Break.parse(one) }]))
  },
}
