import { isLosslessNumber, stringify } from 'lossless-json'
import { parseFormBytes } from '../../base/values/form.ts'
import { parseJson } from '../../base/values/json.ts'

const secretName = /pass|otp|token|secret|signature|authorization|captcha/i

/**
 * Renders a provider's body for operators: removes signatures and all other secrets by their names,
 * and keeps everything else as sent, numbers digit by digit.
 */
export function shownBody(body: string): string {
  const bytes = Buffer.from(body)
  const read = body.trimStart().startsWith('{') ? parseJson(bytes) : parseFormBytes(bytes)
  return stringify(withoutSecrets(read), null, 2) ?? ''
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return value
  if (Array.isArray(value)) return value.map(withoutSecrets)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) ? '[redacted]' : withoutSecrets(inner),
    ]),
  )
}
