import { setting, type ValuesOf } from '../../base/settings/setting.ts'
import { anyText, webUrl } from '../../base/settings/setting-kinds.ts'
import { issued } from '../provider-settings.ts'

/** Without an address a folder of the data directory is used. */
export type ObjectStoreSettings = ValuesOf<typeof objectStore.settings>

export const objectStore = {
  name: 'object store',
  title: 'Object store (S3)',
  settings: {
    baseUrl: setting('OBJECT_STORE_BASE_URL', webUrl, {
      isAddress: true,
      inProduction: 'encrypted',
      inSandbox: ({ url }) => `${url}/s3`,
      without: 'the emulator; beside configured providers a folder in `DATA_DIR`',
      example: 'https://s3.ap-southeast-3.amazonaws.com',
      meaning:
        'Any S3 API with path-style addresses, without the bucket. Pictures are stored encrypted.',
    }),
    // These work with the emulator, so that setting its address is enough.
    bucket: setting('OBJECT_STORE_BUCKET', anyText, {
      inSandbox: 'tukar',
      example: 'tukar-pictures',
      meaning: 'The bucket.',
    }),
    region: setting('OBJECT_STORE_REGION', anyText, {
      default: 'us-east-1',
      example: 'ap-southeast-3',
      meaning: 'The region that requests are signed for.',
    }),
    accessKey: setting('OBJECT_STORE_ACCESS_KEY', anyText, {
      inSandbox: 'sandbox',
      example: 'AKIAIOSFODNN7EXAMPLE',
      meaning: "The access key's id.",
    }),
    secretKey: setting('OBJECT_STORE_SECRET_KEY', anyText, {
      ...issued,
      example: '… (40 characters)',
      meaning: "The access key's secret.",
    }),
  },
} as const
