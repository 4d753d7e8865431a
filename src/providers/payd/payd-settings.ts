import {
  madeSecret,
  type ProviderDefinition,
  readAddress,
  readNamed,
  readRotating,
  readSources,
} from '../provider-settings.ts'

export type PaydSettings = Readonly<{
  baseUrl: string
  merchantCode: string
  /** Signs our calls. */
  apiKey: string
  /** Signatures of payd with this one are accepted too, during a change. */
  secondApiKey: string | null
  /** How its payment calls and callbacks are signed; exactly one of the two is accepted. */
  signature: 'md5' | 'hmac-sha256'
  /** Prefix of our users' fixed virtual account numbers. */
  vaBin: string
  /** Addresses and networks of its callbacks; if empty, any. */
  callbackSources: readonly string[]
  /** Disbursement has an account of its own at payd. */
  disbursement: Readonly<{ userId: string; email: string; secret: string }>
}>

export const payd: ProviderDefinition<'payd', PaydSettings> = {
  name: 'payd',
  required: ['PAYD_BASE_URL'],
  settings: {
    PAYD_BASE_URL: { example: 'https://passport.duitku.com', shown: ({ baseUrl }) => baseUrl },
    PAYD_MERCHANT_CODE: { example: 'D10234', shown: ({ merchantCode }) => merchantCode },
    PAYD_API_KEY: {
      example: '… (32 hexadecimal digits)',
      made: madeSecret,
      isRotating: true,
    },
    PAYD_SIGNATURE: { example: 'md5', shown: ({ signature }) => signature },
    PAYD_VA_BIN: { example: '868005', shown: ({ vaBin }) => vaBin },
    PAYD_CALLBACK_SOURCES: {
      example: '203.0.113.0/28,203.0.113.64',
      shown: ({ callbackSources }) => callbackSources.join(','),
    },
    PAYD_DISBURSEMENT_USER_ID: { example: '3551', shown: (its) => its.disbursement.userId },
    PAYD_DISBURSEMENT_EMAIL: {
      example: 'finance@tukar.example',
      shown: ({ disbursement }) => disbursement.email,
    },
    PAYD_DISBURSEMENT_SECRET: { example: '… (64 hexadecimal digits)', made: madeSecret },
  },
  read: (from) => {
    const { settings, secret } = from
    const vaBin = readNamed(from, 'PAYD_VA_BIN', '868005')
    if (!/^(?:[0-9]{4,8})?$/.test(vaBin)) {
      settings.refuse(
        'PAYD_VA_BIN',
        'is not a prefix of 4 to 8 digits',
        'set it as payd assigned it',
      )
    }
    const userId = readNamed(from, 'PAYD_DISBURSEMENT_USER_ID', '3551')
    if (!/^(?:[1-9][0-9]{0,14})?$/.test(userId)) {
      settings.refuse('PAYD_DISBURSEMENT_USER_ID', 'is not a number', 'set it as payd assigned it')
    }
    const [apiKey, secondApiKey] = readRotating(from, 'PAYD_API_KEY')
    return {
      baseUrl: readAddress(from, 'PAYD_BASE_URL', '/payd'),
      merchantCode: readNamed(from, 'PAYD_MERCHANT_CODE', 'D0001'),
      apiKey,
      secondApiKey,
      signature: settings.choice('PAYD_SIGNATURE', ['md5', 'hmac-sha256'], 'md5'),
      vaBin,
      callbackSources: readSources(from, 'PAYD_CALLBACK_SOURCES', 'payd'),
      disbursement: {
        userId,
        email: readNamed(from, 'PAYD_DISBURSEMENT_EMAIL', 'finance@sandbox.test'),
        secret: secret('PAYD_DISBURSEMENT_SECRET'),
      },
    }
  },
}
