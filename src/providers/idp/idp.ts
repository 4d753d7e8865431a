import { limits } from '../../base/limits.ts'
import type { Config } from '../../config.ts'
import type { Answer, Tools } from '../outbound.ts'
import { faceChecks, type LivenessJudged } from './faces.ts'
import { type GlairPicture, glairLine } from './glair-line.ts'
import { type KtpRead, ktpReader } from './ktp.ts'
import { type Registered, type Registrant, registry } from './registration.ts'

/**
 * Who tells us whether somebody is who they say: reads identity cards, judges faces and enters
 * people into a registry. It speaks two documented protocols: GLAIR's for cards and faces, VIDA's
 * for the registry (docs/readings.md). Every call bears our transaction id.
 */
export type Idp = Readonly<{
  /** Accepted means that the provider looked; whether the card could be read is in the value. */
  ocrKtp: (input: Readonly<{ trxId: string; image: GlairPicture }>) => Promise<Answer<KtpRead>>
  /** Two frames of one face, and whether it is the face of the reference. */
  passiveLiveness: (
    input: Readonly<{
      trxId: string
      face1: GlairPicture
      face2: GlairPicture
      reference: GlairPicture
    }>,
  ) => Promise<Answer<LivenessJudged>>
  /**
   * Enters somebody. The same transaction id is the same registration: after an unknown answer it
   * is asked again with the same content, and tells what became of it.
   */
  registerAccount: (registrant: Registrant) => Promise<Answer<Registered>>
  /** What became of a registration that was pending, by the provider's own id. */
  findRegistration: (accountId: string) => Promise<Answer<Registered>>
}>

export function connectIdp(config: Config['idp'], tools: Tools): Idp {
  const bounded = { ...tools, inFlight: limits.identity.providerCalls }
  const glair = glairLine(config, bounded)
  const { registerAccount, findRegistration } = registry(config, bounded)
  return {
    ocrKtp: ktpReader(glair),
    passiveLiveness: faceChecks(glair),
    registerAccount,
    findRegistration,
  }
}
