/** The reads that the console's pages make, from the operators' endpoints themselves. */
import { z } from 'zod'
import { endpoints } from '../../src/endpoints.ts'
import { operatorOpenApi } from '../../src/platform/http/openapi/documents.ts'

const Parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  schema: z.looseObject({
    enum: z.array(z.union([z.string(), z.number()])).optional(),
    format: z.string().optional(),
    type: z.unknown().optional(),
  }),
})
const Document = z.object({
  paths: z.record(
    z.string(),
    z.looseObject({ get: z.looseObject({ parameters: z.array(z.unknown()) }).optional() }),
  ),
})

type Parameter = z.output<typeof Parameter>
/** A path template, and the queries to send to it. */
export type ConsoleRead = Readonly<{ path: string; queries: readonly string[] }>

const dayMs = 86_400_000
const ago = (days: number): string => new Date(Date.now() - days * dayMs).toISOString()

/** Values of free-text filters, by name. */
const values: Readonly<Record<string, readonly string[]>> = {
  user: ['1', '77777'],
  userId: ['1'],
  asset: ['IDR', 'BTC'],
  symbol: ['BTC'],
  pair: ['BTC_IDR'],
  source: ['custody.transaction'],
  action: ['user.suspend'],
  kind: ['break'],
  provider: ['payx', 'custody'],
  q: ['user-4', 'user-77777@tukar.test'],
  key: ['console:5000'],
  subjectId: ['1'],
  month: [ago(0).slice(0, 7), ago(60).slice(0, 7)],
  days: ['30'],
  from: [ago(1), ago(200)],
  to: [ago(200)],
  until: [ago(200)],
  limit: ['100'],
}

/** Each read without filters, and with each filter alone; required ones are always sent. */
export function consoleReads(): readonly ConsoleRead[] {
  const { paths } = Document.parse(JSON.parse(operatorOpenApi(endpoints)))
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined || /\.csv$|\/stream$/.test(path)) return []
    const taken = get.parameters
      .flatMap((one) => Parameter.safeParse(one).data ?? [])
      .filter((one) => one.in === 'query')
    const must = taken
      .filter(({ required }) => required)
      .map((one) => `${one.name}=${valuesOf(one)[0] ?? ''}`)
    const queries = taken
      .filter(({ required }) => !required)
      .flatMap((one) => valuesOf(one).map((value) => `${one.name}=${value}`))
    const base = must.join('&')
    return [{ path, queries: [base, ...queries.map((one) => [...must, one].join('&'))] }]
  })
}

const valuesOf = ({ name, schema }: Parameter): readonly string[] =>
  schema.enum?.map(String) ?? values[name] ?? []
