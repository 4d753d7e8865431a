import { madePrivateKey, setting, type ValuesOf } from '../../base/settings/setting.ts'
import { anyText, privateKey, webUrl } from '../../base/settings/setting-kinds.ts'
import { address } from '../provider-settings.ts'

export type PushSettings = ValuesOf<typeof push.settings>

export const push = {
  name: 'push',
  title: 'Push (Firebase Cloud Messaging)',
  settings: {
    baseUrl: address('PUSH_BASE_URL', '/push', {
      example: 'https://fcm.googleapis.com',
      meaning: "The API's address, without `/v1`.",
    }),
    tokenUrl: setting('PUSH_TOKEN_URL', webUrl, {
      isAddress: true,
      inProduction: 'encrypted',
      inSandbox: ({ url }) => `${url}/push/token`,
      default: 'https://oauth2.googleapis.com/token',
      example: 'https://oauth2.googleapis.com/token',
      meaning: 'Where access tokens are issued.',
    }),
    projectId: setting('PUSH_PROJECT_ID', anyText, {
      inSandbox: 'sandbox',
      example: 'tukar-4711a',
      meaning: 'The Firebase project.',
    }),
    clientEmail: setting('PUSH_CLIENT_EMAIL', anyText, {
      inSandbox: 'push@sandbox.test',
      example: 'firebase-adminsdk-x1y2z@tukar-4711a.iam.gserviceaccount.com',
      meaning: '`client_email` of the service account.',
    }),
    privateKey: setting('PUSH_PRIVATE_KEY', privateKey, {
      secret: 'other',
      made: madePrivateKey,
      example: '-----BEGIN PRIVATE KEY-----\\nMIIEvQ…\\n-----END PRIVATE KEY-----',
      meaning: '`private_key` of the service account.',
    }),
  },
} as const
