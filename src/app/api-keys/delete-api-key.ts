import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { keyNumberOf } from '../../platform/access/api-keys/api-key.rules.ts'
import { deleteApiKey } from '../../platform/access/api-keys/api-key.sql.ts'
import { digestOfApiKey } from '../../platform/access/api-keys/api-key.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { keyName } from './api-key-contracts.ts'

export const DeleteApiKey = z.object(keyName)

/**
 * Deletes a key, with immediate effect on every node. The `apiKey` from before the last edit is
 * accepted too: a client that lost the response of that edit knows no other.
 */
export async function removeApiKey(
  ctx: Pick<Context, 'config' | 'db'>,
  { apiKeyId, apiKey }: z.output<typeof DeleteApiKey>,
  caller: Caller,
): Promise<void> {
  const id = keyNumberOf(apiKeyId) ?? refuse('api.user_api_key_not_found')
  const digest = digestOfApiKey(ctx.config, apiKey)
  await ctx.db.inTransaction(async (tx) => {
    const deleted = await deleteApiKey(tx, { owner: caller.id, id, digest })
    if (!deleted) return refuse('api.user_api_key_not_found')
    const key = `api-key-deleted:${id}`
    return enqueueAll(tx, [{ to: 'mail', kind: 'api-key-deleted', key, user: caller.id }])
  })
}
