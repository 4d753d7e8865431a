import type { Client, MaybeOptionalInit } from 'openapi-fetch'
import type {
  HttpMethod,
  PathsWithMethod,
  RequiredKeysOf,
  ResponseObjectMap,
  SuccessResponse,
} from 'openapi-typescript-helpers'
import type { OnProgress } from './upload.ts'

type Answer<Operation> =
  Operation extends Record<string | number, unknown>
    ? SuccessResponse<ResponseObjectMap<Operation>, 'application/json'>
    : never

/** What a call resolves to: the `data` of the envelope, undefined without any, or a plain body. */
export type Data<Operation> =
  Answer<Operation> extends { data: infer Value }
    ? Value
    : Answer<Operation> extends { result: true }
      ? undefined
      : Answer<Operation>

type Arguments<Init, Added = object> =
  RequiredKeysOf<Init> extends never ? [init?: Init & Added] : [init: Init & Added]

/** Calls an operation of a document by its path, with the types of that document. */
export type CallOf<Paths extends object, Method extends HttpMethod, Added = object> = <
  Path extends PathsWithMethod<Paths, Method>,
>(
  path: Path,
  ...init: Arguments<MaybeOptionalInit<Paths[Path], Method & keyof Paths[Path]>, Added>
) => Promise<Data<Paths[Path][Method & keyof Paths[Path]]>>

export type Calls<Paths extends object> = Readonly<{
  get: CallOf<Paths, 'get'>
  post: CallOf<Paths, 'post'>
  put: CallOf<Paths, 'put'>
  patch: CallOf<Paths, 'patch'>
  delete: CallOf<Paths, 'delete'>
}>

/** A client without the types of its paths, for code that serves all of them. */
export type AnyPaths = Record<
  string,
  Record<HttpMethod, { responses: { 200: { content: { 'application/json': unknown } } } }>
>

export const callsOf = <Paths extends object>(client: Client<AnyPaths>): Calls<Paths> => ({
  get: callOf(client, 'get'),
  post: callOf(client, 'post'),
  put: callOf(client, 'put'),
  patch: callOf(client, 'patch'),
  delete: callOf(client, 'delete'),
})

type Uploading = (onProgress: OnProgress) => (request: Request) => Promise<Response>

export function callOf<Paths extends object, Method extends HttpMethod>(
  client: Client<AnyPaths>,
  method: Method,
): CallOf<Paths, Method>
export function callOf<Paths extends object>(
  client: Client<AnyPaths>,
  method: 'post',
  upload: Uploading,
): CallOf<Paths, 'post', Readonly<{ onProgress?: OnProgress }>>
export function callOf(client: Client<AnyPaths>, method: HttpMethod, upload?: Uploading): unknown {
  return async (path: string, init: Readonly<{ onProgress?: OnProgress }> = {}) => {
    const { onProgress, ...sent } = init
    const over = onProgress && upload ? { fetch: upload(onProgress) } : {}
    const { data } = await client.request(method, path, { ...sent, ...over })
    return dataOf(data)
  }
}

/** Takes the data out of the envelope; a few endpoints have none. */
function dataOf(body: unknown): unknown {
  const isEnvelope = typeof body === 'object' && body !== null && 'result' in body
  if (!isEnvelope) return body
  return 'data' in body ? body.data : undefined
}
