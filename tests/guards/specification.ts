/**
 * The names of the specification: the endpoints of its part 4 and the messages of its parts 4 to 7,
 * from its tables in `docs/specification/`; and the additions of our own documents.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Named = Readonly<{ part: string; method: string; path: string; access: string }>

const folder = join(import.meta.dirname, '..', '..', 'docs', 'specification')

const linesOf = (table: string): readonly (readonly string[])[] =>
  readFileSync(join(folder, table), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

/** Every endpoint of part 4; the one path that its part 4.11 lists twice is here once. */
export const specified: readonly Named[] = linesOf('endpoints.csv').map(
  ([part = '', method = '', path = '', access = '']) => ({ part, method, path, access }),
)

/** Every message, be it a key or a text. */
export const messages: readonly string[] = linesOf('messages.csv').map(
  ([, message = '']) => message,
)

/** Endpoints the specification does not name, which our own documents do. */
export const documentedExtras: readonly RegExp[] = [
  /^POST \/api\/auth\/(?:register|login|end-session\/\{session\}|undo-change\/\{change\})$/,
  /^POST \/api\/auth\/freeze-account\/\{account\}$/,
  /^(?:GET|DELETE) \/api\/user\/sessions(?:\/\{id\})?$/,
  /^GET \/api\/user\/sign-ins$/,
  /^(?:GET|POST) \/api\/users\/recovery-codes$/,
  /^GET \/api\/users\/(?:me|twofa-secret)$/,
  /^(?:GET|POST) \/api\/users\/tax-certification$/,
  /^POST \/api\/users\/coin-address$/,
  /^(?:GET|POST) \/api\/payx\/virtual-accounts$/,
  /^GET \/api\/users\/history\/statement$/,
  /^GET \/api\/collect$/,
  /^(?:GET|POST) \/api\/payx\/qris$/,
  /^POST \/api\/payd\/deposits$/,
  /^GET \/api\/payd\/virtual-account$/,
  /^[A-Z]+ \/operator\/api\/[a-z]/,
  /^GET \/api\/(?:proofs\/liabilities|users\/proof-of-liabilities)$/,
  /^GET \/api\/errors$/,
  /^POST \/api\/user\/bank\/owner$/,
  /^(?:GET|POST|DELETE) \/api\/user\/addresses(?:\/\{id\})?$/,
  /^GET \/api\/exchange\/venue\/(?:depth|trades)$/,
  /^GET \/api\/stream(?:\/market)?$/,
  /^GET \/health\/(?:live|ready|leader)$/,
  /^GET \/(?:metrics|docs|console|proofs|openapi\.json|operator\/(?:docs|openapi\.json))$/,
  /^GET \/(?:verify-email|end-session|undo-change|freeze-account)\/\{value\}$/,
  // Files are reached only by signed URLs; the signature is the access.
  /^GET \/api\/files\/[{a-z]/,
  /^GET \/api\/pictures\/\{name\}$/,
]

/** Endpoints that anyone may call: public in part 4 or 5, and our own ways in. */
export const publicEndpoints: ReadonlySet<string> = new Set([
  ...specified
    .filter(({ access }) => access === 'public')
    .map(({ method, path }) => `${method} ${path}`),
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/end-session/{session}',
  'POST /api/auth/undo-change/{change}',
  'POST /api/auth/freeze-account/{account}',
  'POST /operator/api/login',
  'POST /operator/api/invitations/accept',
  'GET /api/proofs/liabilities',
  'GET /api/errors',
  'GET /api/pictures/{name}',
  'GET /api/stream/market',
  'GET /api/exchange/venue/depth',
  'GET /api/exchange/venue/trades',
  'GET /health/live',
  'GET /health/ready',
  'GET /health/leader',
  'GET /metrics',
  'GET /docs',
  'GET /console',
  'GET /proofs',
  'GET /verify-email/{value}',
  'GET /end-session/{value}',
  'GET /undo-change/{value}',
  'GET /freeze-account/{value}',
  'GET /openapi.json',
  'GET /operator/docs',
  'GET /operator/openapi.json',
])
