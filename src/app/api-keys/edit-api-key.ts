import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { isCoveredBy } from '../../platform/access/address-list.ts'
import { type KeyRights, keyNumberOf } from '../../platform/access/api-keys/api-key.rules.ts'
import {
  type Editable,
  findEditable,
  lockOwner,
  type Named,
  replacePair,
} from '../../platform/access/api-keys/api-key.sql.ts'
import { digestOfApiKey, isSecretOf, mintPair } from '../../platform/access/api-keys/api-key.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import { withTotp } from '../../platform/access/one-time-codes/totp.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { stepUpFields, withStepUp } from '../../platform/access/step-up.ts'
import { optional, rawText } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { ips, keyName, permissions } from './api-key-contracts.ts'
import { issuedMail, withdrawsAfter } from './issued-key.ts'
import { madeKey } from './shown-key.ts'

export const EditApiKey = z.object({
  ...keyName,
  secretKey: optional(rawText({ max: 100 })),
  permissions,
  ips,
  ...stepUpFields,
})

/**
 * Replaces a key's pair and its permissions; the former pair stops working at once. An edit that
 * widens the key needs a code, as its creation did, since the session may be stolen. Without the
 * code of an authenticator that counts, a right to withdraw begins after a day. Of two
 * concurrent edits one succeeds and the other is refused as not found. Fails if the session has
 * ended meanwhile: otherwise an intruder whose session was ended could keep the key.
 */
export async function editApiKey(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  input: z.output<typeof EditApiKey>,
  caller: Caller,
  request: HttpRequest,
) {
  const id = keyNumberOf(input.apiKeyId) ?? refuse('api.user_api_key_not_found')
  const named = { owner: caller.id, id, digest: digestOfApiKey(ctx.config, input.apiKey) }
  const { pair, stored } = mintPair(ctx)
  const permissions = [...new Set(input.permissions)]
  const found = await findNamed(ctx, named, input.secretKey)
  const work = async (tx: Tx) => {
    const owner = await lockOwner(tx, caller.id)
    if (owner.suspended) return refuse('auth.account_suspended')
    await lockSession(tx, request)
    const withdrawsAfterSeconds = withdrawsAfter(owner, input.twoFACode)
    const change = { permissions, ips: input.ips, withdrawsAfterSeconds }
    const edited = await replacePair(tx, named, found.version, change, stored)
    if (edited === null) return refuse('api.user_api_key_not_found')
    enqueueAll(tx, [issuedMail('api-key-changed', `${id}:${edited.version}`, edited, caller)])
    return madeKey(edited, pair)
  }
  const next = { permissions, ips: input.ips ?? found.ips }
  if (widens(found, next)) return withStepUp(ctx, caller, { ...input, use: 'api-key' }, work)
  const { twoFACode: code } = input
  if (code === undefined) return ctx.db.inTransaction(work)
  return withTotp(ctx, { user: caller.id, code }, work)
}

/** Finds the key as it is now. Every change raises its version, which `replacePair` compares. */
async function findNamed(
  ctx: Pick<Context, 'config' | 'db'>,
  named: Named,
  secretKey: string | undefined,
): Promise<Editable> {
  const found = await findEditable(ctx.db.read, named)
  if (found === null) return refuse('api.user_api_key_not_found')
  if (secretKey !== undefined && !isSecretOf(ctx.config, found, secretKey)) {
    return refuse('api.user_api_key_not_found')
  }
  return found
}

/** Whether an edit adds a permission, or an address that the key may not be used from yet. */
function widens(now: KeyRights, next: KeyRights): boolean {
  const adds = next.permissions.some((permission) => !now.permissions.includes(permission))
  return adds || !isCoveredBy(now.ips, next.ips)
}
