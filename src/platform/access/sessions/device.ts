import { sha256 } from '../../../base/secrets/crypto.ts'
import { ownerNetworkOf } from '../../../base/values/network.ts'
import { type HttpRequest, headerOf } from '../../http/route.ts'
import { deviceLimits } from './session-limits.ts'

const { agentChars, nameChars } = deviceLimits

/**
 * The traits that a sign-in reports of its device. They prove nothing: only the device key does.
 */
export type DeviceTraits = Readonly<{
  /** The name the app or browser gives itself, stripped of anything that could form a link. */
  name: string
  /** A digest of the name without its version numbers, so that an update does not change it. */
  agent: Buffer
  network: string
  ip: string
}>

export function traitsOf(request: Pick<HttpRequest, 'headers' | 'ip'>): DeviceTraits {
  const agent = (headerOf(request, 'user-agent') ?? '').slice(0, agentChars)
  return {
    name: nameOf(agent),
    agent: sha256(agent.toLowerCase().replaceAll(/[\d._]+/g, '')),
    network: ownerNetworkOf(request.ip),
    ip: request.ip,
  }
}

/**
 * Cleans the name, which the caller chooses and which appears in mails and messages: keeps dots
 * only between digits, and no other characters that could form an address.
 */
const nameOf = (agent: string): string =>
  agent
    .replaceAll(/[^\p{L}\p{N} ().,;_-]+/gu, ' ')
    .replaceAll(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, nameChars)
