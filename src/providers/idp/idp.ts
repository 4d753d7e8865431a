import type { Answer, Tools } from '../outbound.ts'
import { type FaceMatch, faceChecks, type LivenessJudged } from './faces.ts'
import { type GlairPicture, glairLine } from './glair-line.ts'
import { idpLimits } from './idp-limits.ts'
import type { IdpSettings } from './idp-settings.ts'
import { type KtpRead, ktpReader } from './ktp.ts'
import { type Registered, type Registrant, registry } from './registration.ts'

/**
 * The identity provider: reads identity cards, judges faces and registers people. It uses two
 * documented protocols: GLAIR's for cards and faces, VIDA's for the registry (docs/readings.md).
 * Every call carries our transaction id.
 */
export type Idp = Readonly<{
  /**
   * Accepted means that the provider processed the image; the value says whether it was readable.
   */
  ocrKtp: (input: Readonly<{ trxId: string; image: GlairPicture }>) => Promise<Answer<KtpRead>>
  /** Judges two frames of one face, and whether it matches the reference. */
  passiveLiveness: (input: FaceMatch) => Promise<Answer<LivenessJudged>>
  /**
   * Registers a person; idempotent by transaction id. After an unknown outcome callers repeat it
   * with the same content to learn the result.
   */
  registerAccount: (registrant: Registrant) => Promise<Answer<Registered>>
  /** Returns the result of a pending registration by the provider's own id. */
  findRegistration: (accountId: string) => Promise<Answer<Registered>>
}>

export function connectIdp(config: IdpSettings, tools: Tools): Idp {
  const bounded = { ...tools, inFlight: idpLimits.providerCalls }
  const glair = glairLine(config, bounded)
  const { registerAccount, findRegistration } = registry(config, bounded)
  return {
    ocrKtp: ktpReader(glair),
    passiveLiveness: faceChecks(glair),
    registerAccount,
    findRegistration,
  }
}
