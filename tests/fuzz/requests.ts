/** Requests of apps and operators, generated from the API documents. */
import { filePart, formOf, textPart } from '../make/forms.ts'
import { pngWith } from '../make/picture.ts'
import { outside } from '../make/withdrawal.ts'
import type { Caller } from './callers.ts'
import type { Draw } from './draw.ts'
import type { Body, Operation, Schema } from './operations.ts'
import type { Pool } from './pool.ts'
import { jsonText, type Known, mutated, oddValue, validValue } from './values.ts'

/** A request before its codes and its credentials are filled in. */
export type Draft = Readonly<{
  operation: Operation
  caller: Caller
  path: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array<ArrayBuffer> | null
}>

const ofMutation = 0.45
const ofTwo = 0.2

/** Good values of fields that neither schemas nor earlier responses give. */
const common: Readonly<Record<string, readonly unknown[]>> = {
  symbol: ['BTC', 'IDR', 'ETH', 'USDT', 'XRP'],
  network: ['BTC', 'ETH', 'TRX', 'XRP'],
  txpair: ['BTC_IDR', 'BTC_IDR', 'USDT_IDR', 'BTC_USDT'],
  pair: ['BTC_IDR', 'USDT_IDR'],
  symbols: ['BTC_IDR', 'BTC_IDR,USDT_IDR'],
  amount: ['0.005', '100000', '1000000', '15000', '0.1'],
  volume: ['0.01', '0.005', '0.02'],
  price: ['1600000000', '1640000000', '1700000000'],
  toaddress: [outside],
  bankcode: ['BCA', 'BNI', '014'],
  bankid: ['014', 'BCA'],
  paymentmethod: ['payx', 'BC', 'VA'],
  lang: ['en', 'id'],
  language: ['en', 'id'],
  currency: ['IDR', 'USD'],
  countrycode: ['ID'],
  country: ['ID'],
  nationality: ['ID', 'Indonesia'],
  dialcode: ['62', '+62'],
  phone: ['081234567890', '81234567891'],
  month: ['2026-10', '2026-11', '2026-12'],
  year: [2025, 2026],
  interval: ['1m', '1h', '1d'],
  permissions: [['read'], ['read', 'trade']],
  ips: [[], ['127.0.0.1']],
  bankowner: ['SITI RAHAYU'],
  birthdate: ['1990-01-01', '01-01-1990'],
  url: ['https://example.com/hook'],
}

const knownOf = (operation: Operation, caller: Caller, pool: Pool, example: object): Known => ({
  resolve: operation.resolve,
  of: (name) => {
    const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    const given = Object.entries(example).find(([field]) => field === name)
    const own = caller.values[plain]
    if (own !== undefined) return own
    return [
      ...(given === undefined ? [] : [given[1]]),
      ...(common[plain] ?? []),
      ...pool.known(name, operation.path),
    ]
  },
})

export function draftOf(
  draw: Draw,
  operation: Operation,
  callers: readonly Caller[],
  pool: Pool,
): Draft {
  const caller = draw.pick(callers)
  const body = operation.bodies.length === 0 ? null : draw.pick(operation.bodies)
  const known = knownOf(operation, caller, pool, body?.example ?? {})
  const times = draw.chance(ofMutation) ? (draw.chance(ofTwo) ? 2 : 1) : 0
  // What is changed: the body, if there is one, more often than the rest.
  const place = draw.pick(
    body === null
      ? ['query', 'path', 'headers']
      : ['body', 'body', 'body', 'query', 'path', 'headers'],
  )
  const changes = (of: string) => (of === place ? times : 0)
  const { content, type } = bodyOf(draw, body, known, changes('body'))
  return {
    operation,
    caller,
    path:
      pathOf(draw, operation, known, changes('path')) +
      queryOf(draw, operation, known, changes('query')),
    headers: {
      ...(type === null ? {} : { 'content-type': type }),
      ...headersOf(draw, operation, changes('headers')),
    },
    body: content,
  }
}

function pathOf(draw: Draw, operation: Operation, known: Known, changes: number): string {
  return operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const schema = operation.parameters.find((one) => one.name === name)?.schema ?? {}
    const value = changes > 0 ? oddValue(draw) : validValue(draw, known, schema, name)
    return inUrl(encoded(plainText(value).slice(0, 500)))
  })
}

/** A path's dots would be taken out by `URL`. */
const inUrl = (text: string): string => (/^\.*$/.test(text) ? 'none' : text)

function queryOf(draw: Draw, operation: Operation, known: Known, changes: number): string {
  const fields = operation.parameters.filter(
    (one) => one.in === 'query' && (one.required || draw.chance(0.3)),
  )
  const pairs = fields.map(
    ({ name, schema }) =>
      `${encoded(name)}=${encoded(plainText(validValue(draw, known, schema, name)))}`,
  )
  for (let change = 0; change < changes; change += 1) {
    const all = operation.parameters.filter((one) => one.in === 'query')
    const name = all.length === 0 ? 'extra' : draw.pick(all).name
    const text = encoded(plainText(oddValue(draw)).slice(0, 3_000))
    pairs.push(
      draw.pick([
        `${name}=${text}`,
        `${name}=${text}&${name}=${text}`,
        `${name}[]=1`,
        `${name}=%zz`,
        text,
      ]),
    )
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

const plainText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

const oddHeaders = [
  ['accept-language', 'id-ID,id;q=0.9,*;q=0.1'],
  ['accept', 'application/pdf'],
  ['accept-encoding', 'br, gzip;q=0'],
  ['authorization', 'Bearer'],
  ['authorization', `Bearer ${'x'.repeat(4_000)}`],
  ['authorization', 'Basic dXNlcjpwYXNz'],
  ['content-type', 'text/plain'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'multipart/form-data'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'x-unknown'],
  ['idempotency-key', ''],
  ['idempotency-key', 'k'.repeat(65)],
  ['idempotency-key', '\u00e9\u00ff'],
  ['if-none-match', '*'],
  ['if-none-match', 'W/"x", "y"'],
  ['range', 'bytes=0-1'],
  ['x-device-key', 'x'.repeat(47)],
  ['x-forwarded-for', '10.0.0.1, unknown'],
  ['x-request-id', '\u00ff'],
  ['origin', 'null'],
  ['traceparent', '00-00000000000000000000000000000000-0000000000000000-00'],
  ['x-api-key', 'unknown'],
] as const

function headersOf(
  draw: Draw,
  operation: Operation,
  changes: number,
): Readonly<Record<string, string>> {
  const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  const key = takesKey && draw.chance(0.5) ? { 'idempotency-key': `key-${draw.whole(1, 400)}` } : {}
  const odd = Array.from({ length: changes }, () => draw.pick(oddHeaders))
  return { ...key, ...Object.fromEntries(odd) }
}

type Content = Readonly<{ content: Draft['body']; type: string | null }>

function bodyOf(draw: Draw, body: Body | null, known: Known, changes: number): Content {
  if (body === null) return { content: null, type: null }
  const { schema, mediaType } = body
  let value = validValue(draw, known, schema)
  for (let change = 0; change < changes; change += 1) value = mutated(draw, value, known, schema)
  if (mediaType === 'multipart/form-data') return formFrom(draw, known.resolve(schema), value)
  const text = jsonText(value)
  return { content: changes > 0 && draw.chance(0.15) ? broken(draw, text) : text, type: mediaType }
}

/** What is hardly JSON, or not what the media type says. */
export const broken = (draw: Draw, text: string): string =>
  draw.pick([
    '',
    'null',
    '[]',
    text.slice(0, draw.whole(0, text.length)),
    `${text}x`,
    `\ufeff${text}`,
    text.replace('{', '{"__proto__":{"a":1},'),
    text.replace('{', '{"constructor":{"prototype":{"a":1}},'),
    text.replaceAll(':', ': '),
    text.replace(/"(\w+)":/, '"$1":1,"$1":'),
    '['.repeat(20_000),
    `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  ])

function formFrom(draw: Draw, schema: Schema, value: unknown): Content {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const parts = fields.map(([name, one]) => {
    const isFile = schema.properties?.[name]?.format === 'binary'
    if (!isFile) return textPart(name.replaceAll(/[^\w ]/g, '_'), plainText(one))
    const picture = pngWith({ seed: draw.whole(1, 50) })
    const bytes = draw.chance(0.9) ? picture : picture.subarray(0, draw.whole(0, picture.length))
    return filePart(name, bytes)
  })
  const { contentType, body } = formOf(...parts)
  return { content: new Uint8Array(body), type: contentType }
}
