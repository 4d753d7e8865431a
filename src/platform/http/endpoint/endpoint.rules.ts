import type { z } from 'zod'
import type { RefusalKey } from '../../../base/refusal.ts'
import { camelCase } from '../../../base/values/words.ts'
import type { Method } from '../route.ts'
import { assertPromised, type Deprecation } from './deprecation.ts'

type Declared = Readonly<{
  method: Method
  path: string
  params?: z.ZodObject | undefined
  query?: z.ZodObject | undefined
  body?: z.ZodObject | undefined
  queryOrBody?: boolean
  writes?: boolean
  idempotent?: boolean
  deprecated?: Deprecation
  shared?: Readonly<{ when?: unknown }>
  access: Readonly<{ callerKey?: unknown; scheme: string | null }>
}>

/** Throws if parts of a row contradict each other. */
export function assertConsistent(row: Declared): void {
  const { method, path, params, query, body, idempotent, access } = row
  const where = `${method} ${path}`
  const names = [params, query, body].flatMap((contract) => Object.keys(contract?.shape ?? {}))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`${where}: two contracts have a field ${twice}`)
  if (row.deprecated !== undefined) assertPromised(where, row.deprecated)
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name).sort()
  const inContract = Object.keys(params?.shape ?? {}).sort()
  if (inPath.join() !== inContract.join()) {
    throw new Error(`${where}: the path and the params contract name different parameters`)
  }
  if (body !== undefined && method === 'GET') throw new Error(`${where}: a GET has no body`)
  if (row.queryOrBody === true && (query === undefined || method !== 'GET')) {
    throw new Error(`${where}: only a GET has its query in the body`)
  }
  if (row.writes !== undefined && method !== 'GET') {
    throw new Error(`${where}: only a GET states that it writes`)
  }
  const open = access.scheme === null || row.shared?.when !== undefined
  if (row.shared !== undefined && (method !== 'GET' || !open)) {
    throw new Error(`${where}: only public reads can be shared`)
  }
  if (idempotent === true && access.callerKey === undefined) {
    throw new Error(`${where}: an idempotency key needs an identified caller`)
  }
}

/** Collects the errors of the row's own parts, then those of its use case. */
export function refusalsOf(row: {
  access: { refusals: readonly RefusalKey[] }
  params?: unknown
  query?: unknown
  body?: unknown
  unsupported?: unknown
  refusals?: readonly RefusalKey[]
  throttle?: readonly { refusal?: RefusalKey }[]
  idempotent?: boolean
}): readonly RefusalKey[] {
  const contracts = [row.params, row.query, row.body, row.unsupported]
  const reads = contracts.some((contract) => contract !== undefined)
  const keys: readonly RefusalKey[] = [
    ...row.access.refusals,
    ...(reads ? (['api.validation_failed', 'api.malformed_request'] as const) : []),
    ...(row.throttle ?? []).map((rule) => rule.refusal ?? 'api.too_many_requests'),
    ...(row.idempotent === true
      ? (['api.idempotency_key_reused', 'api.request_in_progress'] as const)
      : []),
    ...(row.refusals ?? []),
  ]
  return [...new Set(keys)]
}

/**
 * Returns the operation's id: the given one, or the name of the use case. If that has no name, the
 * path makes one: `POST /api/user/bank/{id}` becomes `postUserBankById`.
 */
export function operationIdOf({
  method,
  path,
  operationId,
  run,
}: Readonly<{
  method: Method
  path: string
  operationId?: string
  run: Readonly<{ name: string }>
}>): string {
  if (operationId !== undefined) return operationId
  if (run.name !== '' && run.name !== 'run') return run.name
  const words = path
    .replace(/^\/api/, '')
    .replace(/\{([^}]+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  return camelCase([method.toLowerCase(), ...words])
}
