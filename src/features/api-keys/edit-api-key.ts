import { z } from 'zod'
import { keyNumberOf } from '../../access/api-key.rules.ts'
import { findEditable, lockOwner, replacePair } from '../../access/api-key.sql.ts'
import { digestOfApiKey, isSecretOf, mintPair } from '../../access/api-key.ts'
import { holdSession } from '../../access/hold-session.ts'
import type { Caller } from '../../access/signed-in.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { optional, rawText } from '../../http/contracts.ts'
import type { HttpRequest } from '../../http/endpoint.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { ips, keyName, permissions } from './api-key-contracts.ts'
import { madeKey } from './shown-key.ts'

export const EditApiKey = z.object({
  ...keyName,
  secretKey: optional(rawText({ max: 100 })),
  permissions,
  ips,
})

/**
 * Gives a key another pair and other permissions; the former pair opens nothing from then on. Of
 * two edits at once one wins, and the other finds no such key any more. A session that was ended
 * meanwhile edits nothing: the key would go on for whoever was thrown out.
 */
export async function editApiKey(
  ctx: Pick<Context, 'config' | 'db' | 'random'>,
  input: z.output<typeof EditApiKey>,
  caller: Caller,
  request: HttpRequest,
) {
  const { appKey } = ctx.config
  const id = keyNumberOf(input.apiKeyId) ?? refuse('api.user_api_key_not_found')
  const digest = digestOfApiKey(appKey, input.apiKey)
  const named = { owner: caller.id, id, digest }
  const { pair, stored } = mintPair(ctx)
  const change = { permissions: [...new Set(input.permissions)], ips: input.ips }
  return ctx.db.inTransaction(async (tx) => {
    const owner = await lockOwner(tx, caller.id)
    if (owner.suspended) return refuse('auth.account_suspended')
    await holdSession(tx, request)
    const found = await findEditable(tx, named)
    if (found === null) return refuse('api.user_api_key_not_found')
    const { version, sealedSecret } = found
    const { secretKey } = input
    if (secretKey !== undefined && !isSecretOf(appKey, { digest, sealedSecret }, secretKey)) {
      return refuse('api.user_api_key_not_found')
    }
    const edited = await replacePair(tx, named, version, change, stored)
    if (edited === null) return refuse('api.user_api_key_not_found')
    const key = `api-key-changed:${id}:${edited.version}`
    enqueueAll(tx, [{ to: 'mail', kind: 'api-key-changed', key, user: caller.id }])
    return madeKey(edited, pair)
  })
}
