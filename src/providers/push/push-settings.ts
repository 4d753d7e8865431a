import { web } from '../../base/settings/environment.ts'
import {
  madeKey,
  type ProviderDefinition,
  readAddress,
  readNamed,
  readPrivateKey,
} from '../provider-settings.ts'

export type PushSettings = Readonly<{
  baseUrl: string
  tokenUrl: string
  projectId: string
  clientEmail: string
  privateKey: string
}>

const google = 'https://oauth2.googleapis.com/token'

export const push: ProviderDefinition<'push', PushSettings> = {
  name: 'push',
  required: ['PUSH_BASE_URL'],
  optional: ['PUSH_TOKEN_URL'],
  settings: {
    PUSH_BASE_URL: { example: 'https://fcm.googleapis.com', shown: ({ baseUrl }) => baseUrl },
    PUSH_TOKEN_URL: { example: google, shown: ({ tokenUrl }) => tokenUrl },
    PUSH_PROJECT_ID: { example: 'tukar-4711a', shown: ({ projectId }) => projectId },
    PUSH_CLIENT_EMAIL: {
      example: 'firebase-adminsdk-x1y2z@tukar-4711a.iam.gserviceaccount.com',
      shown: ({ clientEmail }) => clientEmail,
      made: () => 'push@sandbox.test',
    },
    PUSH_PRIVATE_KEY: {
      example: '-----BEGIN PRIVATE KEY-----\\nMIIEvQ…\\n-----END PRIVATE KEY-----',
      made: madeKey,
    },
  },
  read: (from) => ({
    baseUrl: readAddress(from, 'PUSH_BASE_URL', '/push'),
    tokenUrl:
      from.settings.url('PUSH_TOKEN_URL', web) ??
      (from.emulator === null ? google : `${from.emulator.url}/push/token`),
    projectId: readNamed(from, 'PUSH_PROJECT_ID', 'sandbox'),
    clientEmail: from.secret('PUSH_CLIENT_EMAIL'),
    privateKey: readPrivateKey(from, 'PUSH_PRIVATE_KEY'),
  }),
}
