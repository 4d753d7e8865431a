import { z } from 'zod'
import { mailedChanges } from '../../platform/access/mailed-changes.ts'
import { signedIn } from '../../platform/access/signed-in.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { success } from '../../platform/http/envelope.ts'
import { CreateApiKey, createApiKey } from './create-api-key.ts'
import { DeleteApiKey, removeApiKey } from './delete-api-key.ts'
import { EditApiKey, editApiKey } from './edit-api-key.ts'
import { ListApiKeys, showApiKeys } from './list-api-keys.ts'
import { ListedKey, MadeKey } from './shown-key.ts'

const { get, post, put, remove } = endpointsOf('API keys')

/** Endpoints of specification 4.2. */
export const apiKeyEndpoints = [
  post('/api/user/api-key', {
    summary: 'Create an API key; its secret is shown only once',
    access: signedIn,
    body: CreateApiKey,
    run: createApiKey,
    reply: success('api.generate_key_successful', MadeKey),
    refusals: [
      'api.email_otp_error',
      'api.otp_verification_code_invalid',
      'api.api_key_limit',
      'auth.otp_failed',
      'api.too_many_requests',
    ],
  }),
  put('/api/user/api-key', {
    summary: 'Replace the pair and the permissions of an API key; wider permissions require a code',
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
  remove('/api/user/api-key', {
    summary: 'Delete an API key',
    access: signedIn,
    body: DeleteApiKey,
    throttle: [mailedChanges],
    run: removeApiKey,
    reply: success('api.delete_api_key_successful'),
    refusals: ['api.user_api_key_not_found'],
  }),
  get('/api/user/api-key', {
    summary: 'The API keys of the caller, without their secrets',
    access: signedIn,
    query: ListApiKeys,
    run: showApiKeys,
    reply: success(
      'api.list_api_key_successful',
      z.object({ data: z.array(ListedKey), totalCount: z.int() }).meta({ id: 'ApiKeyList' }),
    ),
  }),
]
