import { z } from 'zod'
import type { Answer } from '../outbound.ts'
import { type GlairLine, type GlairPicture, imageForm } from './glair-line.ts'
import { idpLimits } from './idp-limits.ts'

/** The provider calls it a percentage but sends a fraction of one. */
const score = z.coerce.number().min(0).max(1)

const Liveness = z.object({
  status: z.string().max(100),
  result: z.object({ status: z.string().max(100), spoof_percentage: score }).optional(),
})

const Match = z.object({
  status: z.string().max(100),
  result: z
    .object({
      match_percentage: score,
      match_status: z.string().max(100),
      match_status_code: z.string().max(100).optional(),
    })
    .optional(),
})

export type LivenessJudged = Readonly<{
  live: boolean
  /** Whether the face matches the reference; null if it was not compared, since it was not live. */
  matches: boolean | null
  raw: Readonly<{
    face1: z.output<typeof Liveness>
    face2: z.output<typeof Liveness>
    match?: z.output<typeof Match>
  }>
}>

export type FaceMatch = Readonly<{
  trxId: string
  face1: GlairPicture
  face2: GlairPicture
  reference: GlairPicture
}>

/**
 * Both frames must show a live person (`POST /face/v1/passive-liveness`), and the first must match
 * the face of the reference (`POST /face/v1/match`). A face is live only if the provider rates a
 * spoof unlikely. Each call costs money, so a face that is not live is not compared.
 */
export function faceChecks(ask: GlairLine) {
  const liveness = (trxId: string, face: GlairPicture) =>
    ask({
      trxId,
      path: ['face', 'v1', 'passive-liveness'],
      multipart: imageForm(face),
      answer: Liveness,
    })

  return async ({ trxId, face1, face2, reference }: FaceMatch): Promise<Answer<LivenessJudged>> => {
    const [first, second] = await Promise.all([liveness(trxId, face1), liveness(trxId, face2)])
    if (first.kind !== 'accepted') return first
    if (second.kind !== 'accepted') return second
    const faces = { face1: first.value, face2: second.value }
    if (!isLive(first.value) || !isLive(second.value)) {
      return { kind: 'accepted', value: { live: false, matches: null, raw: faces } }
    }
    const match = await ask({
      trxId,
      path: ['face', 'v1', 'match'],
      json: {
        captured_image: face1.bytes.toString('base64'),
        stored_image: reference.bytes.toString('base64'),
      },
      answer: Match,
    })
    if (match.kind !== 'accepted') return match
    const raw = { ...faces, match: match.value }
    return { kind: 'accepted', value: { live: true, matches: isMatch(match.value), raw } }
  }
}

/** The status of the result is the likelihood of a spoof: `LOW`, `MODERATE` or `HIGH`. */
const isLive = ({ status, result }: z.output<typeof Liveness>): boolean =>
  status === 'success' && result?.status === 'LOW'

const isMatch = ({ status, result }: z.output<typeof Match>): boolean =>
  status === 'success' &&
  result?.match_status_code === 'MATCH' &&
  result.match_percentage >= idpLimits.matchShare
