import type { Context } from '../../context.ts'
import type { HttpRequest } from '../../http/endpoint.ts'
import { isRelayed } from '../../inbox/relay.ts'
import { allowsAddress } from '../address-list.ts'

/**
 * Whether a callback comes from one of these addresses and networks; none allow any. A callback
 * that another node relays was checked by that node.
 */
export const comesFrom = (
  ctx: Pick<Context, 'clock' | 'config' | 'log'>,
  sources: readonly string[],
  request: HttpRequest,
): boolean => allowsAddress(sources, request.ip) || isRelayed(ctx, request)
