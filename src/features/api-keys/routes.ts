import { z } from 'zod'
import { mailedChanges } from '../../access/mailed-changes.ts'
import { signedIn } from '../../access/signed-in.ts'
import { endpoint } from '../../http/endpoint.ts'
import { success } from '../../http/envelope.ts'
import { CreateApiKey, createApiKey } from './create-api-key.ts'
import { DeleteApiKey, removeApiKey } from './delete-api-key.ts'
import { EditApiKey, editApiKey } from './edit-api-key.ts'
import { ListApiKeys, showApiKeys } from './list-api-keys.ts'
import { ListedKey, MadeKey } from './shown-key.ts'

const tag = 'API keys'

/** Endpoints of specification 4.2. */
export const apiKeyEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/user/api-key',
    tag,
    summary: 'Make an API key; its secret is shown this once',
    access: signedIn,
    body: CreateApiKey,
    run: createApiKey,
    reply: success('api.generate_key_successful', MadeKey),
    refusals: ['api.email_otp_error', 'api.otp_verification_code_invalid', 'api.api_key_limit'],
  }),
  endpoint({
    method: 'PUT',
    path: '/api/user/api-key',
    tag,
    summary: 'Give an API key another pair and other permissions; one that widens it takes a code',
    access: signedIn,
    body: EditApiKey,
    throttle: [mailedChanges],
    run: editApiKey,
    reply: success('api.edit_api_key_successful', MadeKey),
    refusals: [
      'api.user_api_key_not_found',
      'api.email_otp_error',
      'auth.otp_failed',
      'api.too_many_requests',
    ],
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/user/api-key',
    tag,
    summary: 'Delete an API key',
    access: signedIn,
    body: DeleteApiKey,
    throttle: [mailedChanges],
    run: removeApiKey,
    reply: success('api.delete_api_key_successful'),
    refusals: ['api.user_api_key_not_found'],
  }),
  endpoint({
    method: 'GET',
    path: '/api/user/api-key',
    tag,
    summary: 'The API keys of the caller, without their secrets',
    access: signedIn,
    query: ListApiKeys,
    run: showApiKeys,
    reply: success(
      'api.list_api_key_successful',
      z.object({ data: z.array(ListedKey), totalCount: z.int() }),
    ),
  }),
]
