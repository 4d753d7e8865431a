import type { z } from 'zod'
import { readLeniently } from '../../../base/values/lenient.ts'
import { networkOf } from '../../../base/values/network.ts'
import type { Context } from '../../../context.ts'
import { parseBody, parseQuery, record } from '../bodies/body.ts'
import {
  assertSupported,
  parseWith,
  type RespeltFields,
  respeltFields,
  type UnsupportedFields,
} from '../contracts/validation.ts'
import { type Call, type HttpRequest, headerOf, isCallback, type ReceivedForm } from '../route.ts'
import type { Admitted, Ready, Step } from './steps.ts'

export type Fields = z.ZodObject
type Parsed<Contract extends Fields | undefined> = Contract extends Fields
  ? z.output<Contract>
  : Record<never, never>

/** The fields of params, query and body in one record; their names must not overlap. */
export type InputOf<
  Params extends Fields | undefined,
  Query extends Fields | undefined,
  Body extends Fields | undefined,
> = Parsed<Params> & Parsed<Query> & Parsed<Body>

export type ReadingRow<
  Params extends Fields | undefined,
  Query extends Fields | undefined,
  Body extends Fields | undefined,
> = Readonly<{
  params?: Params
  query?: Query
  /** A GET whose fields may also come in its body; the query's value takes precedence. */
  queryOrBody?: boolean
  /** A body with file fields (uploads.ts) may also be sent as multipart. */
  body?: Body
  /** Fields, beyond those of the contracts, that must not be ignored: they are refused. */
  unsupported?: UnsupportedFields
  /** Called with a request whose body does not fit its contract, before it is refused. */
  unreadable?: (ctx: Context, request: HttpRequest) => Promise<void>
}>

type Mounted = Readonly<{ path: string }>

/** Receives a multipart body, and reads params, query and body by their contracts. */
export const reading = <
  Params extends Fields | undefined,
  Query extends Fields | undefined,
  Body extends Fields | undefined,
  Caller,
>(
  row: ReadingRow<Params, Query, Body> & Mounted,
  next: Step<Ready<Caller, InputOf<Params, Query, Body>>>,
): Step<Admitted<Caller>> => {
  const unsupported = row.unsupported === undefined ? null : respeltFields(row.unsupported)
  return async (admitted) => {
    const { ctx, call, callerKey } = admitted
    const { request } = call
    const sender = callerKey ?? networkOf(request.ip)
    const form = row.body !== undefined && call.form !== null ? await call.form(sender) : null
    let input: InputOf<Params, Query, Body>
    try {
      input = inputOf(row, call, { form, unsupported })
    } catch (error) {
      await row.unreadable?.(ctx, request)
      throw error
    }
    return next({ ...admitted, request, form, input })
  }
}

type Received = Readonly<{ form: ReceivedForm | null; unsupported: RespeltFields | null }>

function inputOf<
  Params extends Fields | undefined,
  Query extends Fields | undefined,
  Body extends Fields | undefined,
>(
  row: ReadingRow<Params, Query, Body> & Mounted,
  { request, params }: Call,
  { form, unsupported }: Received,
): InputOf<Params, Query, Body> {
  const inQuery = () => parseQuery(request.url)
  let body: unknown
  const inBody = () => (body ??= form ?? bodyOf(row.path, request))
  if (unsupported !== null) assertSupported(both(inBody(), inQuery()), unsupported)
  return Object.assign(
    parsed(row.params, () => params),
    parsed(row.query, row.queryOrBody === true ? () => both(inBody(), inQuery()) : inQuery),
    parsed(row.body, inBody),
  )
}

/** Providers' messages are read leniently: a field that is not used must not refuse money. */
const bodyOf = (path: string, request: HttpRequest): unknown =>
  isCallback(path)
    ? record(readLeniently(request.raw))
    : parseBody(headerOf(request, 'content-type'), request.raw)

const both = (body: unknown, query: Readonly<Record<string, unknown>>): unknown =>
  typeof body === 'object' ? { ...body, ...query } : query

/** Returns the fields as the contract reads them, in a new record; empty without a contract. */
function parsed<Contract extends Fields | undefined>(
  contract: Contract | undefined,
  source: () => unknown,
): Parsed<Contract>
function parsed(contract: Fields | undefined, source: () => unknown): unknown {
  return contract === undefined ? {} : parseWith(contract, source())
}
