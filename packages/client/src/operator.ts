/** The client of an operators' console. */
import createClient, { type Client } from 'openapi-fetch'
import type { PathsWithMethod } from 'openapi-typescript-helpers'
import { type AnyPaths, type Calls, callOf, callsOf, type Data } from './calls.ts'
import { bodyOf, queryOf } from './form.ts'
import type { paths, streams } from './operator-schema.ts'
import { senderOf, type Transport } from './send.ts'
import {
  connectionsTo,
  dispatch,
  follow,
  type Stream,
  type StreamOptions,
  streamTimes,
} from './stream.ts'

export type { components, paths, streams } from './operator-schema.ts'

export type OperatorOptions = Readonly<{
  /** The origin of the service. */
  url: string
  /** The token of `POST /operator/api/login`; null before the sign-in. */
  token: () => string | null
  /** Called with a token that the service refused: its session has ended. */
  onSignedOut: (token: string) => void
  fetch?: typeof globalThis.fetch
}>

type Handlers<Path extends keyof streams> = Readonly<{
  [Event in keyof streams[Path]]?: (data: streams[Path][Event]) => void
}>

type Parameters = Readonly<Record<string, string>>

/** A page of a list; `nextCursor` is null on the last one. */
type ListPage = Readonly<{ data: readonly unknown[]; nextCursor: string | null }>

type Reads = { [Path in PathsWithMethod<paths, 'get'>]: Data<paths[Path]['get']> }

/** The lists that are read page by page. */
export type ListPath = {
  [Path in keyof Reads]: Reads[Path] extends ListPage ? Path : never
}[keyof Reads]

/** One row of a list. */
export type RowOf<Path extends ListPath> = Reads[Path] extends { data: readonly (infer Row)[] }
  ? Row
  : never

export type OperatorClient = Calls<paths> &
  Readonly<{
    /** Reads a page of a list; the service checks the parameters. */
    list: <Path extends ListPath>(
      path: Path,
      query: Parameters,
      /** The values of the names in the path, such as `{id}`. */
      names?: Parameters,
    ) => Promise<Readonly<{ data: readonly RowOf<Path>[]; nextCursor: string | null }>>
    /** Reads all rows of a list as a CSV file. */
    csv: (path: ListPath, query: Parameters, names?: Parameters) => Promise<Blob>
    /** Follows a stream, over as many connections as that takes. */
    stream: <Path extends keyof streams>(
      path: Path,
      handlers: Handlers<Path>,
      options?: Pick<StreamOptions, 'readAgain' | 'onConnected'>,
    ) => Stream
    /** The client below, for responses that are files. */
    raw: Client<paths>
  }>

const timeoutMs = 30_000
const tries = 3
const maxWaitMs = 5_000

const bearer = 'Bearer '

/** Builds a client of one operator, whose session is not renewed: it ends. */
export function createOperatorClient(options: OperatorOptions): OperatorClient {
  const { url, token, onSignedOut } = options
  const fetch = options.fetch ?? globalThis.fetch.bind(globalThis)
  const credentials = {
    add: async ({ headers }: Request) => {
      const held = token()
      if (held !== null) headers.set('Authorization', bearer + held)
    },
    renew: async ({ headers }: Request) => {
      const used = headers.get('Authorization')
      if (used !== null) onSignedOut(used.slice(bearer.length))
      return false
    },
  }
  const send = senderOf({ credentials, timeoutMs, tries, maxWaitMs })
  const plain: Transport = (request, signal) => fetch(new Request(request, { signal }))
  const settings = {
    baseUrl: url,
    bodySerializer: bodyOf,
    querySerializer: queryOf,
    fetch: (request: Request) => send.whole(request, plain),
  } as const
  const any = createClient<AnyPaths>(settings)
  return {
    ...callsOf<paths>(any),
    list: listOf(any),
    csv: async (path, query, names = {}) => {
      const place = `${url}${placeOf(path, names)}.csv`
      const file = await send.open(new Request(`${place}?${queryOf(query)}`), plain)
      return file.blob()
    },
    stream: (path, handlers, streamOptions = {}) => {
      const onEvent = (event: string, data: unknown) => dispatch(handlers, event, data)
      return follow(
        connectionsTo(send, plain, () => url + path),
        onEvent,
        streamOptions,
        streamTimes,
      )
    },
    raw: createClient<paths>(settings),
  }
}

function listOf(client: Client<AnyPaths>): OperatorClient['list']
function listOf(client: Client<AnyPaths>): unknown {
  const get = callOf<AnyPaths, 'get'>(client, 'get')
  return (path: string, query: Parameters, names: Parameters = {}) =>
    get(placeOf(path, names), { params: { query } })
}

const placeOf = (path: string, names: Parameters): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''))
