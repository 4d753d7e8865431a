import { LosslessNumber, stringify } from 'lossless-json'
import { isRefusal } from '../../../base/refusal.ts'
import { sealText, unsealText } from '../../../base/secrets/app-keys.ts'
import { parseJson } from '../../../base/values/json.ts'
import type { Context } from '../../../context.ts'
import { rawField } from '../../../platform/http/contracts/contracts.ts'
import { visionLimits } from '../identity-limits.ts'

const { dataBytes, dataDepth } = visionLimits

const notData = 'The :attribute field must be an array.'
const tooLarge = `The :attribute field must not be greater than ${dataBytes / 1024} kilobytes.`
const tooDeep = `The :attribute field must not be nested deeper than ${dataDepth} levels.`

/**
 * An object or an array: as JSON, as bracket fields of a form, or as JSON text in one form field.
 * Parsed into JSON text, with every number's digits as sent.
 */
export const visionData = rawField({ type: 'object' }, (value, fail): string => {
  const sent = typeof value === 'string' ? parsed(value) : value
  if (!isContainer(sent)) return fail(notData)
  const depth = depthOf(sent)
  if (depth === null) return fail(notData)
  if (depth > dataDepth) return fail(tooDeep)
  const written = stringify(sent) ?? ''
  return Buffer.byteLength(written) > dataBytes ? fail(tooLarge) : written
})

function parsed(text: string): unknown {
  try {
    return parseJson(Buffer.from(text))
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof LosslessNumber)

/** Returns the nesting depth of objects and arrays; null if there is a file among them. */
function depthOf(value: unknown): number | null {
  if (!isContainer(value)) return 0
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return null
  let deepest = 0
  for (const member of Object.values(value)) {
    const depth = depthOf(member)
    if (depth === null) return null
    deepest = Math.max(deepest, depth)
  }
  return 1 + deepest
}

type Kind = 'request' | 'response'

/** Binds data to its record, so that one record's data cannot replace another's. */
export const visionPurpose = (kind: Kind, requestId: string): string =>
  `vision ${kind} ${requestId}`

/** Encrypts what callers send, which may hold identity numbers. */
export const sealVision = (
  { config, random }: Pick<Context, 'config' | 'random'>,
  kind: Kind,
  requestId: string,
  data: string,
): string => sealText(config, visionPurpose(kind, requestId), data, random)

export function unsealVision(
  { config }: Pick<Context, 'config'>,
  kind: Kind,
  requestId: string,
  sealed: string,
): unknown {
  const text = unsealText(config, visionPurpose(kind, requestId), sealed)
  if (text === null) throw new Error(`the ${kind} data of a verification cannot be read`)
  return parseJson(Buffer.from(text))
}
