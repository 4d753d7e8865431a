import { z } from 'zod'
import { formatMoney } from '../../base/values/money.ts'
import { decimal, isoTime } from '../../platform/http/contracts/contracts.ts'
import { causeKinds } from './cause.rules.ts'
import type { CauseRecord } from './explain.sql.ts'

export const CauseView = z
  .object({
    kind: z.enum(causeKinds),
    id: z.string(),
    userId: z.int().nullable(),
    status: z.string().nullable().meta({ description: 'Of a fill: the number of its order.' }),
    symbol: z.string().nullable(),
    amount: decimal.nullable(),
    at: isoTime.nullable(),
  })
  .meta({ id: 'Cause' })

export const shownCause = ({
  kind,
  id,
  userId,
  status,
  amount,
  at,
}: CauseRecord): z.input<typeof CauseView> => ({
  kind,
  id,
  userId,
  status,
  symbol: amount?.asset.symbol ?? null,
  amount: amount === null ? null : formatMoney(amount),
  at,
})

export const NoticeView = z
  .object({
    to: z.enum(['user', 'operator', 'regulator']),
    id: z.string(),
    userId: z.int().nullable(),
    kind: z.string(),
    title: z.string().meta({ description: 'Of a report: its state.' }),
    at: isoTime,
  })
  .meta({ id: 'ExplainedNotice' })

export const PostingName = z
  .object({ id: z.int(), key: z.string(), action: z.string(), at: isoTime })
  .meta({ id: 'PostingName' })

export const EventName = z
  .object({
    id: z.int(),
    source: z.string(),
    key: z.string(),
    state: z.string(),
    outcome: z.string().nullable(),
    receivedAt: isoTime,
    redeliveries: z.int(),
  })
  .meta({ id: 'EventName' })
