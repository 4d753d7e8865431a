import { z } from 'zod'
import { plainRange } from '../../base/values/network.ts'
import { keyPermissions } from '../../platform/access/api-keys/api-key.rules.ts'
import { apiKeyLimits } from '../../platform/access/api-keys/api-key-limits.ts'
import {
  field,
  listOf,
  oneOf,
  optional,
  text,
  textOrInteger,
} from '../../platform/http/contracts/contracts.ts'

/** The permissions of a key; there are no defaults. */
export const permissions = listOf(oneOf(keyPermissions), { max: apiKeyLimits.permissions })

const network = field(
  { type: 'string', description: 'An address, or a network such as 203.0.113.0/24.' },
  (value, fail) =>
    (typeof value === 'string' ? plainRange(value) : null) ??
    fail('The :attribute field must be an IP address or network.'),
)

/** The addresses and networks a key may be used from; an empty list allows all. */
export const ips = optional(
  z
    .array(network)
    .max(
      apiKeyLimits.ips,
      `The :attribute field must not have more than ${apiKeyLimits.ips} items.`,
    ),
)

/** Identifies a key. A key of another user is reported as not found. */
export const keyName = {
  apiKeyId: textOrInteger({ max: 100 }),
  apiKey: text({ max: 100 }),
}
