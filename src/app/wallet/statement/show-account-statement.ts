import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { UserId } from '../../../base/values/ids.ts'
import { idsWithin } from '../../../core/database/partitions/id-windows.ts'
import { readClosedTime } from '../../../core/ledger/balances-at/closed-time.sql.ts'
import { refuseDetached } from '../../../core/ledger/balances-at/refuse-time.ts'
import { countEntries } from '../../../core/ledger/statement.ts'
import { findUser } from '../../../core/users/users.sql.ts'
import { bringsKey } from '../../../platform/access/api-keys/api-key.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { oneOf, optional, withDefault } from '../../../platform/http/contracts/contracts.ts'
import { calendarDay } from '../../../platform/http/contracts/list-filters.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { fileOf } from '../../../platform/http/envelope.ts'
import { findTaxPayer, readCollector } from '../../identity-records/tax-parties.ts'
import { spanOf } from '../history.rules.ts'
import {
  fileFormats,
  type Piece,
  type ReportContext,
  reportFileTypes,
  streamReport,
} from '../report-files/stream-report.ts'
import { assetStatements, readEnds } from './statement-lines.ts'
import { csvStatement, pdfStatement } from './write-statement.ts'

export const ShowAccountStatement = z.object({
  startDate: calendarDay.meta({ description: 'The first day, in Jakarta.' }),
  endDate: calendarDay.meta({ description: 'The last day, in Jakarta; within a year.' }),
  format: withDefault(oneOf(fileFormats), 'pdf'),
  lang: optional(oneOf(['id', 'en'])).meta({
    description: 'The language; by default that of the account.',
  }),
})
/** The statement as it is sent. */
export const statementFile = fileOf(
  reportFileTypes,
  'For each asset the balance at both ends of the period, and between them every move.',
)

type StatementQuery = z.output<typeof ShowAccountStatement>

/** Streams the statement of the caller for a period; API keys do not get the name. */
export const showAccountStatement = (
  ctx: ReportContext,
  input: StatementQuery,
  caller: Pick<Caller, 'id'>,
  request: HttpRequest,
) => writeStatement(ctx, input, caller.id, { ip: request.ip, isNamed: !bringsKey(request) })

/** Writes the statement of a user; `isNamed`: with the name. */
export async function writeStatement(
  ctx: ReportContext,
  input: StatementQuery,
  user: UserId,
  { ip, isNamed }: Readonly<{ ip: string; isNamed: boolean }>,
) {
  const { startDate, endDate, format } = input
  const owner = (await findUser(ctx.db.read, user)) ?? refuse('api.user_not_found')
  const period = { user, ...(await closedSpan(ctx, input)) }
  return streamReport(ctx, {
    user,
    ip,
    format,
    name: `statement-${startDate}-${endDate}`,
    count: async (most) => {
      const { db } = ctx
      const span = { from: period.from, to: period.until }
      const window = await idsWithin(db.read, { table: 'postings', time: 'at' }, span)
      return countEntries(db.read, user, window, most)
    },
    tooLarge: 'api.account_statement_too_large',
    pieces: async (): Promise<AsyncIterable<Piece>> => {
      const ends = (await readEnds(ctx, period)) ?? refuseDetached('start date')
      const name = isNamed ? ((await findTaxPayer(ctx, user))?.name ?? null) : null
      const head = {
        startDate,
        endDate,
        from: period.from.toISOString(),
        until: period.until.toISOString(),
        madeAt: ctx.clock.now().toISOString(),
        issuer: (await readCollector(ctx)).name,
        owner: { id: user, email: owner.email, name },
      }
      const assets = assetStatements(ctx, period, ends)
      const language = input.lang ?? owner.language
      return format === 'csv'
        ? csvStatement(head, assets, language)
        : pdfStatement(head, assets, language)
    },
  })
}

/** Returns the period up to the last time that no move can be added to. */
async function closedSpan({ db }: ReportContext, { startDate, endDate }: StatementQuery) {
  const { from, until } = spanOf(startDate, endDate)
  const closed = await readClosedTime(db.read)
  if (from === null || until === null || from >= closed) {
    return refuse('api.validation_failed', {
      text: 'The start date field must be a date before or equal to today.',
    })
  }
  return { from, until: new Date(Math.min(until.getTime(), closed.getTime())) }
}
