import { getBuiltinModule } from 'node:process'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { Refusal, type RefusalKey } from '../../base/refusal.ts'

/** A response as sent; `headers` are in addition to those of every response. */
export type ApiAnswer = Readonly<{
  status: number
  mediaType: string
  body: string | Uint8Array
  /** Sent instead of `body`, as it is produced. */
  stream?: Readable
  /** Ends an open-ended stream; absent if the stream ends by itself. */
  end?: () => void
  headers: Readonly<Record<string, string>>
}>

/**
 * An endpoint's response: the wire form of a result, and its schema for the OpenAPI document.
 * Schemas are built on demand: they would be a fifth of all contracts, and nothing else needs them.
 */
export type Reply<Result> = Readonly<{
  status: number
  mediaType: string
  /** The media types of files that it may be instead. */
  files?: readonly string[]
  /** The events of a stream, with the contracts of their data. */
  events?: Readonly<Record<string, z.ZodType>>
  schema: () => z.ZodType
  answer: (result: Result) => ApiAnswer
}>

/** The shape of an endpoint's errors. The status may differ from the one in the catalogue. */
export type RefusalShape = Readonly<{
  schema: z.ZodType
  status: (refusal: Refusal) => number
  body: (refusal: Refusal) => unknown
}>

const jsonType = 'application/json; charset=utf-8'
/** Importing `node:http` would also load Node's own fetch, which takes 7 MB and is not used. */
const { STATUS_CODES } = getBuiltinModule('node:http')
const noHeaders: Readonly<Record<string, string>> = Object.freeze({})

export const titleOf = (status: number): string => STATUS_CODES[status] ?? 'Unknown'

/** Builds a response whose body is JSON text already. */
export function jsonAnswer(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = noHeaders,
): ApiAnswer {
  return { status, mediaType: jsonType, body, headers }
}

type EnvelopeHead = Readonly<{ code: number; title: string; message: string; result: boolean }>

const head = (code: number, message: string, result: boolean): EnvelopeHead => ({
  code,
  title: titleOf(code),
  message,
  result,
})

const headSchema = (message: string) =>
  z.object({
    code: z.literal(200),
    title: z.literal('OK'),
    message: z.literal(message),
    result: z.literal(true),
  })

/**
 * The envelope of success. With a schema, the result becomes `data`: only fields that the schema
 * names are sent, whatever else the record contains.
 */
export function success(message: string): Reply<void>
export function success<Data extends z.ZodType>(message: string, data: Data): Reply<z.input<Data>>
export function success(message: string, data?: z.ZodType): Reply<unknown> {
  const envelope = head(200, message, true)
  const common = { status: 200, mediaType: jsonType }
  if (data === undefined) {
    const constant = jsonAnswer(200, Buffer.from(JSON.stringify(envelope)))
    return { ...common, schema: () => headSchema(message), answer: () => constant }
  }
  return {
    ...common,
    schema: () => headSchema(message).extend({ data }),
    answer: (result) => jsonAnswer(200, JSON.stringify({ ...envelope, data: data.parse(result) })),
  }
}

/**
 * Returns the text of a success up to its data; the caller appends the data and a closing brace.
 */
export const successStart = (message: string): string =>
  `${JSON.stringify(head(200, message, true)).slice(0, -1)},"data":`

/**
 * A response sent as a stream, in one of several media types; the schema describes the JSON one.
 */
export const streamed = (
  message: string,
  data: z.ZodType,
  files: readonly string[],
): Reply<SentFile> => ({
  status: 200,
  mediaType: jsonType,
  files,
  schema: () => headSchema(message).extend({ data }),
  answer: (file) =>
    file.mediaType === jsonType ? { ...attachment(file), headers: {} } : attachment(file),
})

const csvType = 'text/csv; charset=utf-8'

/** A file of lines of comma-separated values, sent as it is produced. */
export const csvFile: Reply<Readonly<{ fileName: string; stream: Readable }>> = {
  status: 200,
  mediaType: csvType,
  schema: () =>
    z.string().meta({
      description:
        'Lines of values (RFC 4180), the first with their names, such as `operator.email`. The' +
        ' file begins with a byte order mark.',
    }),
  answer: (file) => attachment({ ...file, mediaType: csvType }),
}

type SentFile = Readonly<{ mediaType: string; fileName: string; stream: Readable }>

const attachment = ({ mediaType, fileName, stream }: SentFile): ApiAnswer => ({
  status: 200,
  mediaType,
  body: '',
  stream,
  headers: { 'content-disposition': `attachment; filename="${fileName}"` },
})

/** A file in one of these media types, the first by default, sent as it is produced. */
export const fileOf = (
  [mediaType, ...files]: readonly [string, ...string[]],
  description: string,
): Reply<SentFile> => ({
  status: 200,
  mediaType,
  files,
  schema: () => z.string().meta({ format: 'binary', description }),
  answer: attachment,
})

/** A response that stays open until its client disconnects or `end` is called. */
export type OpenAnswer = Readonly<{ stream: Readable; end: () => void }>

/**
 * A response of Server-Sent Events: the description goes into the OpenAPI document, the events with
 * the contracts of their data into the AsyncAPI document.
 */
export const eventStream = (
  description: string,
  events: Readonly<Record<string, z.ZodType>>,
): Reply<OpenAnswer> => ({
  events,
  status: 200,
  mediaType: 'text/event-stream',
  schema: () => z.string().meta({ description }),
  // Asks proxies not to buffer, which would delay events.
  answer: (open) => ({
    ...open,
    status: 200,
    mediaType: 'text/event-stream',
    body: '',
    headers: { 'x-accel-buffering': 'no' },
  }),
})

/**
 * The envelope of success around data that is JSON text already, for frequent reads whose parts are
 * cached as text. The caller must ensure that the text fits the schema.
 */
export function successOfText(message: string, data: z.ZodType): Reply<string> {
  const start = successStart(message)
  return {
    status: 200,
    mediaType: jsonType,
    schema: () => headSchema(message).extend({ data }),
    answer: (text) => jsonAnswer(200, `${start}${text}}`),
  }
}

/**
 * The envelope of success with a message that the use case picks from these; without data, or with
 * an empty list if the specification requires one.
 */
export function successOneOf<const Message extends string>(
  messages: readonly [Message, ...Message[]],
  data?: readonly [],
): Reply<Message> {
  return {
    status: 200,
    mediaType: jsonType,
    schema: () => {
      const schema = headSchema('').extend({ message: z.enum(messages) })
      return data === undefined ? schema : schema.extend({ data: z.array(z.unknown()).max(0) })
    },
    answer: (message) => jsonAnswer(200, JSON.stringify({ ...head(200, message, true), data })),
  }
}

/** A JSON response without the envelope, for endpoints whose shape the specification defines. */
export function unwrapped<Schema extends z.ZodType, Result>(
  status: number,
  schema: Schema,
  toBody: (result: Result) => z.input<Schema>,
): Reply<Result> {
  return {
    status,
    mediaType: jsonType,
    schema: () => schema,
    answer: (result) => jsonAnswer(status, JSON.stringify(schema.parse(toBody(result)))),
  }
}

/** A constant JSON response, serialized once. */
export function constant<Schema extends z.ZodType>(
  status: number,
  schema: Schema,
  body: z.input<Schema>,
): Reply<void> {
  const answer = jsonAnswer(status, Buffer.from(JSON.stringify(schema.parse(body))))
  return { status, mediaType: jsonType, schema: () => schema, answer: () => answer }
}

type Headers = Readonly<Record<string, string>>

export function withHeaders<Result>(
  reply: Reply<Result>,
  headers: Headers | ((result: Result) => Headers),
): Reply<Result> {
  return {
    ...reply,
    answer: (result) => {
      const answer = reply.answer(result)
      const own = typeof headers === 'function' ? headers(result) : headers
      return { ...answer, headers: { ...answer.headers, ...own } }
    },
  }
}

const requiresSignIn: ReadonlySet<RefusalKey> = new Set([
  'auth.unauthenticated',
  'api.manual_deposit_digits_failed',
])

/**
 * The envelope of failure; its message is the refusal's key, or the refusal's text if it has one.
 */
export const envelopeRefusal: RefusalShape = {
  schema: z
    .object({
      code: z.int(),
      title: z.string(),
      message: z.string(),
      result: z.literal(false),
      auth_required: z.boolean().optional(),
      conflict: z
        .object({ by: z.string().nullable(), at: z.iso.datetime().nullable(), version: z.string() })
        .optional()
        .meta({ description: 'Who changed the item and when, and its version now.' }),
    })
    .meta({ id: 'Refusal' }),
  status: (refusal) => refusal.status,
  body: ({ status, key, details: { text, conflict } }) => ({
    ...head(status, text ?? key, false),
    ...(requiresSignIn.has(key) ? { auth_required: true } : {}),
    ...(conflict === undefined ? {} : { conflict }),
  }),
}

/** The envelope of failure with one key for every kind of invalid request. */
export const invalidAs = (key: RefusalKey): RefusalShape => ({
  ...envelopeRefusal,
  body: (refusal) =>
    envelopeRefusal.body(invalidRequest.has(refusal.key) ? new Refusal(key) : refusal),
})

const invalidRequest: ReadonlySet<RefusalKey> = new Set([
  'api.validation_failed',
  'api.malformed_request',
])

/** An endpoint's own shape of errors; the catalogue's status applies unless `status` is given. */
export function plainRefusal<Schema extends z.ZodType>(
  schema: Schema,
  body: (refusal: Refusal) => z.input<Schema>,
  status: (refusal: Refusal) => number = (refusal) => refusal.status,
): RefusalShape {
  return { schema, status, body }
}

const overloadRetrySeconds = 2

export function refusalAnswer(shape: RefusalShape, refusal: Refusal): ApiAnswer {
  const status = shape.status(refusal)
  const body = JSON.stringify(shape.body(refusal))
  const retryAfter =
    refusal.details.retryAfterSeconds ?? (status === 503 ? overloadRetrySeconds : undefined)
  return retryAfter === undefined
    ? jsonAnswer(status, body)
    : jsonAnswer(status, body, { 'retry-after': retryAfter.toString() })
}

export const envelopeAnswer = (key: RefusalKey): ApiAnswer =>
  refusalAnswer(envelopeRefusal, new Refusal(key))
