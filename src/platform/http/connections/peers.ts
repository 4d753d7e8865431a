/** Classifies connecting peers: trusted proxies, and proxies that are not configured. */

import type { IncomingMessage } from 'node:http'
import { isLocalUrl } from '../../../base/settings/environment.ts'
import { isInNetworks, networksOf, plainAddress } from '../../../base/values/network.ts'
import type { Context } from '../../../context.ts'

export type Peers = Readonly<{
  isTrusted: (address: string | undefined) => boolean
  /**
   * Returns whether a request came through a proxy although the configuration states that there is
   * none. Logs once if an untrusted peer sends X-Forwarded-For.
   */
  isMisread: (request: IncomingMessage) => boolean
}>

const privateNetworks = networksOf([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1',
  'fc00::/7',
  'fe80::/10',
])

export const trustedProxies = ({
  trustProxy,
}: Pick<Context['config'], 'trustProxy'>): readonly string[] =>
  trustProxy === 'none' ? [] : trustProxy

const ignored =
  'X-Forwarded-For is ignored, since TRUST_PROXY does not name the peer: behind a proxy that is ' +
  'not named, all clients count as one'

export function watchPeers({ config, log }: Pick<Context, 'config' | 'log'>): Peers {
  const trusted = networksOf(trustedProxies(config))
  // Only with these settings all clients must connect directly, so that a proxy is an error of the
  // configuration.
  const refusesProxies =
    config.production && config.trustProxy === 'none' && !isLocalUrl(config.baseUrl)
  const isTrusted: Peers['isTrusted'] = (address) => isInNetworks(trusted, address)
  let hasWarned = false
  let hasRefused = false
  return {
    isTrusted,
    isMisread: ({ headers, socket }) => {
      if (headers['x-forwarded-for'] === undefined) return false
      const peer = socket.remoteAddress
      if (isTrusted(peer)) return false
      const seen = { setting: 'TRUST_PROXY', peer: plainAddress(peer) }
      if (!hasWarned) log.warn(seen, ignored)
      hasWarned = true
      if (!refusesProxies || !isInNetworks(privateNetworks, peer)) return false
      if (!hasRefused) log.error(seen, 'a request through a proxy was refused: TRUST_PROXY is none')
      hasRefused = true
      return true
    },
  }
}
