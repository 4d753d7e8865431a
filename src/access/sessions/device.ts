import { sha256 } from '../../base/crypto.ts'
import { limits } from '../../base/limits.ts'
import { type HttpRequest, headerOf, neighbourhoodOf } from '../../http/route.ts'

const { agentChars, nameChars } = limits.devices

/** What a sign-in says of its device. None of it proves anything: a device is its key. */
export type DeviceTraits = Readonly<{
  /** How the app or browser names itself, in words that make no link. */
  name: string
  /** The same without the numbers in it, as a digest: an update leaves it the same. */
  agent: Buffer
  network: string
  ip: string
}>

export function traitsOf(request: Pick<HttpRequest, 'headers' | 'ip'>): DeviceTraits {
  const agent = (headerOf(request, 'user-agent') ?? '').slice(0, agentChars)
  return {
    name: nameOf(agent),
    agent: sha256(agent.toLowerCase().replaceAll(/[\d._]+/g, '')),
    network: neighbourhoodOf(request.ip),
    ip: request.ip,
  }
}

/**
 * The name goes into mails and messages, and the caller chooses it: dots stay between digits only,
 * and of other signs those that build no address.
 */
const nameOf = (agent: string): string =>
  agent
    .replaceAll(/[^\p{L}\p{N} ().,;_-]+/gu, ' ')
    .replaceAll(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, nameChars)
