import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { isCallback } from '../route.ts'
import { noteMissedCallback } from './missed-callbacks.ts'

/** Logs a request with its response, and reports one that missed the address of a callback. */
export function logRequest(
  ctx: Context,
  request: FastifyRequest,
  route: string | null,
  status: number,
  user: string | null,
): void {
  noteMissedCallback(ctx, request, status)
  // Providers call far more often than users, and their calls are recorded in the inbox.
  const level = route !== null && isCallback(route) && status < 500 ? 'debug' : 'info'
  if (!ctx.log.isLevelEnabled(level)) return
  const ms = Math.round((ctx.clock.monotonicMs() - request.startedMs) * 10) / 10
  const line = { id: request.id, method: request.method, route, status, ms, ip: request.ip }
  ctx.log[level](user === null ? line : { ...line, user }, 'request')
}
