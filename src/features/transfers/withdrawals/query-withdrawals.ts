import { z } from 'zod'
import { noteLook } from '../../../access/operators/operator-endpoint.ts'
import { userId } from '../../../base/ids.ts'
import { formatMoney } from '../../../base/money.ts'
import { openBounds, openPageOf } from '../../../base/page.ts'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Database, Tx } from '../../../database/database.ts'
import { fileUrl } from '../../../files/file-url.ts'
import { oneOf, optional, text, timeOf, wireId } from '../../../http/contracts.ts'
import type { HttpRequest } from '../../../http/endpoint.ts'
import { openPage, pageFields } from '../../../http/lists.ts'
import type { Operator } from '../../../operators/operators.sql.ts'
import { mayActAs } from '../../../operators/roles.ts'
import { Voice } from '../deciding.ts'
import { openResidential } from './residential.ts'
import { statuses } from './withdrawal.rules.ts'
import {
  type DecidedWithdrawal,
  findWithdrawal,
  listApprovals,
  listResolutions,
  listWithdrawals,
} from './withdrawal-decisions.sql.ts'

export const ListWithdrawals = z.object({
  status: optional(oneOf(statuses)),
  kind: optional(oneOf(['COIN', 'CASH'])),
  user: optional(wireId),
  incident: optional(oneOf(['true'])),
  ...pageFields,
})

const WithdrawalView = z.object({
  id: z.string(),
  kind: z.string(),
  userId: z.int(),
  symbol: z.string(),
  amount: z.string(),
  fee: z.string(),
  sent: z.string(),
  worthIdr: z.string(),
  status: z.string().meta({ enum: [...statuses] }),
  approvalsNeeded: z.int(),
  approvals: z.int(),
  approvalReasons: z.array(z.string()),
  incident: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

export const WithdrawalViews = openPage(WithdrawalView)

const nullableText = z.string().nullable()
const nullableTime = z.iso.datetime().nullable()

export const WithdrawalDetails = WithdrawalView.extend({
  destination: z.object({
    network: nullableText,
    address: nullableText,
    tag: nullableText,
    channelCode: nullableText,
    bankName: nullableText,
    accountNumber: nullableText,
    accountHolder: nullableText,
  }),
  hold: z.object({ initial: z.string(), remaining: z.string() }).nullable(),
  provider: z.object({ id: nullableText, status: nullableText, txHash: nullableText }),
  reason: nullableText,
  attempts: z.int(),
  nextAt: nullableTime,
  endedAt: nullableTime,
  reversedAt: nullableTime,
  decisions: z.array(z.object({ operator: Voice, note: nullableText, at: z.iso.datetime() })),
  resolutions: z.array(
    z.object({
      operator: Voice,
      outcome: z.string(),
      reason: z.string(),
      at: z.iso.datetime(),
      closedAt: nullableTime,
    }),
  ),
})

export type WithdrawalDetails = z.input<typeof WithdrawalDetails>

/** Includes the recipient's residential details, for operators who may decide about money. */
export const SeenWithdrawal = WithdrawalDetails.extend({
  residential: z.record(z.string(), z.string()).nullable(),
  idCardUrl: nullableText.meta({ description: 'Opens for five minutes.' }),
})

const shown = (found: DecidedWithdrawal): z.input<typeof WithdrawalView> => ({
  id: found.requestId,
  kind: found.kind,
  userId: found.user,
  symbol: found.amount.asset.symbol,
  amount: formatMoney(found.amount),
  fee: formatMoney(found.fee),
  sent: formatMoney(found.sent),
  worthIdr: formatMoney(found.worth),
  status: found.status,
  approvalsNeeded: found.needed,
  approvals: found.approvals,
  approvalReasons: [...found.reasons],
  incident: found.incident,
  createdAt: found.createdAt.toISOString(),
  updatedAt: found.updatedAt.toISOString(),
})

/** Lists withdrawals, newest first. */
export async function showWithdrawals(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListWithdrawals>,
): Promise<z.input<typeof WithdrawalViews>> {
  const filter = {
    status: input.status ?? null,
    kind: input.kind ?? null,
    user: input.user === undefined ? null : userId(input.user),
    incident: input.incident === 'true',
  }
  const found = await listWithdrawals(ctx.db, filter, openBounds(input))
  return openPageOf(found.map(shown), input)
}

/** Returns a withdrawal without the recipient's residential details. */
export async function withdrawalDetails(
  db: Tx | Database['read'],
  requestId: string,
): Promise<WithdrawalDetails> {
  return detailsOf(db, await withdrawalOf(db, requestId))
}

async function withdrawalOf(
  db: Tx | Database['read'],
  requestId: string,
): Promise<DecidedWithdrawal> {
  return (await findWithdrawal(db, requestId)) ?? refuse('api.withdrawal_not_found')
}

async function detailsOf(
  db: Tx | Database['read'],
  found: DecidedWithdrawal,
): Promise<WithdrawalDetails> {
  const { requestId } = found
  const { network, address, tag, channelCode, bankName, accountNumber, accountHolder } = found
  const approvals = await listApprovals(db, requestId)
  const resolutions = await listResolutions(db, requestId)
  return {
    ...shown(found),
    destination: { network, address, tag, channelCode, bankName, accountNumber, accountHolder },
    hold:
      found.held === null
        ? null
        : {
            initial: formatMoney(found.held.initial),
            remaining: formatMoney(found.held.remaining),
          },
    provider: { id: found.providerId, status: found.providerStatus, txHash: found.txHash },
    reason: found.reason,
    attempts: found.attempts,
    nextAt: timeOf(found.nextAt),
    endedAt: timeOf(found.endedAt),
    reversedAt: timeOf(found.reversedAt),
    decisions: approvals.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
    resolutions: resolutions.map(({ at, closedAt, ...rest }) => ({
      ...rest,
      at: at.toISOString(),
      closedAt: timeOf(closedAt),
    })),
  }
}

export const ByRequestId = z.object({ id: text({ max: 70 }) })

/**
 * Returns one withdrawal. Only operators who may decide about money see the recipient's residential
 * details; the audit log records which view was opened.
 */
export async function lookAtWithdrawal(
  ctx: Pick<Context, 'clock' | 'config' | 'db'>,
  { id }: z.output<typeof ByRequestId>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof SeenWithdrawal>> {
  const found = await withdrawalOf(ctx.db.read, id)
  const sees = mayActAs(operator.role, 'finance') && found.residential !== null
  const action = sees ? 'withdrawal.look-residential' : 'withdrawal.look'
  await noteLook(ctx, { action, operator, request }, { kind: 'withdrawal', id })
  const { residential, idCard } = found
  return {
    ...(await detailsOf(ctx.db.read, found)),
    residential: sees && residential !== null ? openResidential(ctx, residential) : null,
    idCardUrl: sees && idCard !== null ? fileUrl(ctx, idCard) : null,
  }
}
