import {
  madeSecret,
  type ProviderDefinition,
  readAddress,
  readRotating,
  readSources,
} from '../provider-settings.ts'

export type PayxSettings = Readonly<{
  baseUrl: string
  secretKey: string
  depositToken: string
  withdrawalToken: string
  /** Tokens that are valid beside the first ones during a token change. */
  secondDepositToken: string | null
  secondWithdrawalToken: string | null
  /** Addresses and networks of its callbacks; if empty, any. */
  callbackSources: readonly string[]
}>

export const payx: ProviderDefinition<'payx', PayxSettings> = {
  name: 'payx',
  required: ['PAYX_BASE_URL'],
  settings: {
    PAYX_BASE_URL: { example: 'https://api.xendit.co', shown: ({ baseUrl }) => baseUrl },
    PAYX_SECRET_KEY: { example: 'xnd_production_…', made: madeSecret },
    // The two tokens may be equal: payx issues one for all callbacks of an account.
    PAYX_DEPOSIT_TOKEN: {
      example: 'the webhook verification token of the account',
      made: madeSecret,
      isRotating: true,
    },
    PAYX_WITHDRAWAL_TOKEN: {
      example: 'the same token as PAYX_DEPOSIT_TOKEN',
      made: madeSecret,
      isRotating: true,
    },
    PAYX_CALLBACK_SOURCES: {
      example: '203.0.113.0/28,203.0.113.64',
      shown: ({ callbackSources }) => callbackSources.join(','),
    },
  },
  read: (from) => {
    const [depositToken, secondDepositToken] = readRotating(from, 'PAYX_DEPOSIT_TOKEN')
    const [withdrawalToken, secondWithdrawalToken] = readRotating(from, 'PAYX_WITHDRAWAL_TOKEN')
    return {
      baseUrl: readAddress(from, 'PAYX_BASE_URL', '/payx'),
      secretKey: from.secret('PAYX_SECRET_KEY'),
      depositToken,
      withdrawalToken,
      secondDepositToken,
      secondWithdrawalToken,
      callbackSources: readSources(from, 'PAYX_CALLBACK_SOURCES', 'payx'),
    }
  },
}
