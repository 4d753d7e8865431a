import { web } from '../../base/settings/environment.ts'
import { madeSecret, type ProviderDefinition, readNamed } from '../provider-settings.ts'

export type ObjectStoreSettings = Readonly<{
  /** If null, a folder of the data directory is used. */
  baseUrl: string | null
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}>

export const objectStore: ProviderDefinition<'object store', ObjectStoreSettings> = {
  name: 'object store',
  // If other providers are configured and the address is not, objects are kept in a folder.
  required: [],
  optional: ['OBJECT_STORE_BASE_URL'],
  settings: {
    OBJECT_STORE_BASE_URL: {
      example: 'https://s3.ap-southeast-3.amazonaws.com',
      shown: ({ baseUrl }) => baseUrl,
    },
    OBJECT_STORE_BUCKET: { example: 'tukar-pictures', shown: ({ bucket }) => bucket },
    OBJECT_STORE_REGION: { example: 'ap-southeast-3', shown: ({ region }) => region },
    OBJECT_STORE_ACCESS_KEY: { example: 'AKIAIOSFODNN7EXAMPLE', shown: (its) => its.accessKey },
    OBJECT_STORE_SECRET_KEY: { example: '… (40 characters)', made: madeSecret },
  },
  /** The default keys work with the emulator, so that setting its address is enough. */
  read: (from) => {
    const { settings, secret, emulator } = from
    const inSandbox = emulator === null ? null : `${emulator.url}/s3`
    const baseUrl = settings.url('OBJECT_STORE_BASE_URL', web) ?? inSandbox
    const asked = baseUrl !== null
    return {
      baseUrl,
      bucket: asked ? readNamed(from, 'OBJECT_STORE_BUCKET', 'tukar') : '',
      region: settings.text('OBJECT_STORE_REGION') ?? 'us-east-1',
      accessKey: asked ? readNamed(from, 'OBJECT_STORE_ACCESS_KEY', 'sandbox') : '',
      secretKey: asked ? secret('OBJECT_STORE_SECRET_KEY') : '',
    }
  },
}
