import { type RefusalKey, refusalKeys } from './refusal-keys.ts'

const known: ReadonlySet<string> = new Set(refusalKeys)
const isRefusalKey = (text: string): text is RefusalKey => known.has(text)

/** The change that an edit would have replaced; `by` and `at` are null if they are unknown. */
export type Conflict = Readonly<{ by: string | null; at: string | null; version: string }>

/** The service refused a request. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /**
   * The reason. `api.validation_failed` if a field is invalid, and `message` says which one;
   * `unknown` if it is newer than this client.
   */
  readonly key: RefusalKey | 'unknown'
  readonly status: number
  /** How long the service asks to wait; null if it does not say. */
  readonly retryAfterMs: number | null
  /** How many more attempts the service allows for now; null if it does not say. */
  readonly attemptsLeft: number | null
  /** Under this id our log has the request. */
  readonly requestId: string | null
  /** The change of an item since its version that an operator's edit names; null otherwise. */
  readonly conflict: Conflict | null
  /** What is wrong with each field of a request, by its name; empty unless fields are invalid. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /**
   * Set if a try of this request may have taken effect, or still may: repeat the request with this
   * key. Null if it had none.
   */
  idempotencyKey: string | null = null

  constructor(
    message: string,
    { status, headers }: Pick<Response, 'status' | 'headers'>,
    { conflict = null, fields = {} }: Partial<Pick<Refusal, 'conflict' | 'fields'>> = {},
  ) {
    super(message)
    this.conflict = conflict
    this.fields = fields
    this.key = keyOf(message, status)
    this.status = status
    this.retryAfterMs = retryAfterMs(headers.get('retry-after'))
    this.attemptsLeft = leastLeft(headers.get('ratelimit'))
    this.requestId = headers.get('x-request-id')
  }
}

/** The sentences that the service sends in place of a key. */
const keysOfSentences: ReadonlyMap<string, RefusalKey> = new Map([
  ['News not found', 'api.news_not_found'],
  ['Dict list not found', 'api.dict_not_found'],
  ['txPair not exist!', 'api.watched_pair_not_found'],
  ['User not found', 'api.user_not_found'],
  ['Verification not found', 'api.vision_verification_not_found'],
  ['Validation failed', 'api.validation_failed'],
])

function keyOf(message: string, status: number): RefusalKey | 'unknown' {
  if (isRefusalKey(message)) return message
  const key = keysOfSentences.get(message)
  if (key !== undefined) return key
  return status === 400 && message.includes(' ') ? 'api.validation_failed' : 'unknown'
}

const retryAfterMs = (seconds: string | null): number | null =>
  seconds !== null && /^[0-9]{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : null

/** Reads the least of the rates in a `RateLimit` header: `"pin-validations";r=3;t=240`. */
function leastLeft(rates: string | null): number | null {
  const left = [...(rates ?? '').matchAll(/;\s*r=([0-9]{1,9})/g)].map(([, count]) => Number(count))
  return left.length === 0 ? null : Math.min(...left)
}

/**
 * The service could not be reached, or its response was lost: whether the request had an effect is
 * not known. Repeat a request that moves money with the same `idempotencyKey`, and it takes effect
 * once.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly idempotencyKey: string | null

  constructor(request: Request, idempotencyKey: string | null, cause: unknown) {
    super(`no response to ${request.method} ${request.url}`, { cause })
    this.idempotencyKey = idempotencyKey
  }
}

/** Reads a failure; a proxy in front may have sent it, and in any form. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const text = await response.text().catch(() => '')
  const body = fieldsOf(text)
  const message = typeof body['message'] === 'string' ? body['message'] : null
  const conflict = response.status === 409 ? conflictIn(body['conflict']) : null
  const fields = fieldsRefusedIn(body['errors'])
  return new Refusal(message ?? `status ${response.status}`, response, { conflict, fields })
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(text: string): Fields {
  try {
    const body: unknown = JSON.parse(text)
    return Object(body)
  } catch {
    return {}
  }
}

function fieldsRefusedIn(sent: unknown): Refusal['fields'] {
  const errors: Fields = Object(sent)
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, sentences]) =>
      Array.isArray(sentences) ? [[name, sentences.map(String)]] : [],
    ),
  )
}

function conflictIn(sent: unknown): Conflict | null {
  const { by, at, version }: Fields = Object(sent)
  const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
  return typeof version === 'string' ? { by: textOrNull(by), at: textOrNull(at), version } : null
}
