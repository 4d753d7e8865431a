import type { z } from 'zod'
import type { CursorPage } from '../../../base/values/cursor.ts'
import { camelCase } from '../../../base/values/words.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import type { Role } from '../../../core/operators/roles.ts'
import { type cursorFields, cursorPage } from '../../http/contracts/lists.ts'
import type { Endpoint, EndpointTerms } from '../../http/endpoint/endpoint.ts'
import { csvFile, success } from '../../http/envelope.ts'
import { exportLimits, exportList } from './export-list.ts'
import { operatorRead } from './operator-endpoint.ts'
import { operatorAs } from './operator-signed-in.ts'

type ListQuery = z.ZodObject<typeof cursorFields>

type ListRow<
  Item extends z.ZodType,
  Query extends ListQuery,
  Params extends z.ZodObject | undefined,
> = Omit<
  EndpointTerms<Params, Query, undefined, Operator, CursorPage<z.input<Item>>>,
  'body' | 'reply' | 'query'
> &
  Readonly<{
    query: Query
    message: string
    /** A row of the list; its fields are also the columns of the CSV. */
    item: Item
    /** The role that may export the list; finance by default, as rows may show many users. */
    exportedBy?: Role
  }>

/**
 * Builds the endpoints of a list of rows: `path`, which returns a page, and `path.csv`, which
 * streams all rows that the same filters find, in the order of `sort`, up to a bound.
 */
export function operatorList<
  Item extends z.ZodType,
  Query extends ListQuery,
  Params extends z.ZodObject | undefined = undefined,
>(path: string, row: ListRow<Item, Query, Params>): readonly Endpoint[] {
  const { message, item, exportedBy = 'finance', ...rest } = row
  return [
    operatorRead(path, { ...rest, reply: success(message, cursorPage(item)) }),
    operatorRead(`${path}.csv`, {
      ...rest,
      operationId: exportIdOf(path),
      summary: `${row.summary}: all of them, as CSV`,
      description: `At most ${exportLimits.rows} rows; audited.`,
      access: operatorAs(exportedBy),
      query: withoutPaging(row.query),
      throttle: [{ ...exportsOfOperator, key: ({ caller }) => caller.id.toString() }],
      run: (ctx, input, operator, request) =>
        exportList(ctx, {
          item,
          operator,
          request,
          readPage: (cursor) =>
            ctx.replicas.read(async (db) => {
              const page = { ...input, limit: exportLimits.pageRows, cursor }
              return row.run({ ...ctx, db }, page, operator, request)
            }),
        }),
      reply: csvFile,
      refusals: [...(row.refusals ?? []), 'api.too_many_requests', 'api.service_unavailable'],
    }),
  ]
}

const exportsOfOperator = {
  name: 'operator-exports',
  points: exportLimits.perHour,
  windowSeconds: 3_600,
} as const

/** `/operator/api/users/{id}/sessions` becomes `exportUsersSessions`. */
const exportIdOf = (path: string): string =>
  camelCase([
    'export',
    ...path
      .replace('/operator/api/', '')
      .replaceAll(/\{[^}]+\}/g, '')
      .split(/[^A-Za-z0-9]+/),
  ])

/** The filters of a list. An export gives `limit` and `cursor` itself, so the type keeps them. */
function withoutPaging<Query extends ListQuery>(query: Query): Query
function withoutPaging(query: ListQuery): z.ZodObject {
  return query.omit({ limit: true, cursor: true })
}
