import { z } from 'zod'
import type { ApiKey } from '../../platform/access/api-keys/api-key.sql.ts'
import type { KeyPair } from '../../platform/access/api-keys/api-key.ts'

const shared = {
  apiKeyId: z.int(),
  apiName: z.string(),
  apiKey: z.string(),
  permissions: z.array(z.string()),
  ips: z.array(z.string()),
  suspended: z.boolean().meta({
    description: 'A password reset suspended it; an edit reactivates it. Beyond the interface.',
  }),
  withdrawsFrom: z.iso
    .datetime()
    .nullable()
    .meta({
      description:
        'From when the key may withdraw: a day after it was created or edited without the code ' +
        'of an authenticator that counts. Null if it need not wait. Beyond the interface.',
    }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}

/** A key in a list: `apiKey` is masked and the secret is left out. */
export const ListedKey = z.object(shared).meta({ id: 'ApiKey' })

/** A key with its new pair: the only response that shows `apiKey` and `secretKey` in full. */
export const MadeKey = z.object({ ...shared, secretKey: z.string() }).meta({ id: 'CreatedApiKey' })

export const listedKey = (key: ApiKey): z.output<typeof ListedKey> => ({
  apiKeyId: key.id,
  apiName: key.name,
  apiKey: key.maskedKey,
  permissions: [...key.permissions],
  ips: [...key.ips],
  suspended: key.suspendedAt !== null,
  withdrawsFrom: key.withdrawsFrom?.toISOString() ?? null,
  createdAt: key.createdAt.toISOString(),
  updatedAt: key.updatedAt.toISOString(),
})

export const madeKey = (key: ApiKey, pair: KeyPair): z.output<typeof MadeKey> => ({
  ...listedKey(key),
  ...pair,
})
