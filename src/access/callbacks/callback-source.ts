import type { Context } from '../../context.ts'
import type { HttpRequest } from '../../http/endpoint.ts'
import { isRelayed } from '../../inbox/relay.ts'
import { allowsAddress } from '../address-list.ts'

/**
 * Returns whether a callback comes from one of these addresses and networks; an empty list allows
 * any. A relayed callback was already checked by the node that received it.
 */
export const comesFrom = (
  ctx: Pick<Context, 'clock' | 'config' | 'log'>,
  sources: readonly string[],
  request: HttpRequest,
): boolean => allowsAddress(sources, request.ip) || isRelayed(ctx, request)
