import type { Context } from '../../../context.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import { allowsAddress } from '../address-list.ts'
import { isRelayed } from './relay.ts'

/**
 * Returns whether a callback comes from one of these addresses and networks; an empty list allows
 * any. A relayed callback was already checked by the node that received it.
 */
export const comesFrom = (
  ctx: Pick<Context, 'clock' | 'config' | 'log'>,
  sources: readonly string[],
  request: HttpRequest,
): boolean => allowsAddress(sources, request.ip) || isRelayed(ctx, request)
