import { setting, type ValuesOf } from '../../base/settings/setting.ts'
import {
  anyText,
  callbackSourcesOf,
  choice,
  matching,
  rotating,
} from '../../base/settings/setting-kinds.ts'
import { address, issued } from '../provider-settings.ts'

export type PaydSettings = ValuesOf<typeof payd.settings>

const assigned = 'set it as payd assigned it'

export const payd = {
  name: 'payd',
  title: 'payd (Duitku)',
  settings: {
    baseUrl: address('PAYD_BASE_URL', '/payd', {
      example: 'https://passport.duitku.com',
      meaning: "The API's address; the provider's sandbox is `https://sandbox.duitku.com`.",
    }),
    merchantCode: setting('PAYD_MERCHANT_CODE', anyText, {
      inSandbox: 'D0001',
      example: 'D10234',
      meaning: 'The merchant code.',
    }),
    apiKeys: setting('PAYD_API_KEY', rotating, {
      ...issued,
      example: '… (32 hexadecimal digits)',
      meaning:
        'The API key, which signs payments and callbacks. Two comma-separated keys are accepted ' +
        'while it is [rotated](keys.md#secrets-of-callbacks); calls use the first.',
    }),
    vaBin: setting(
      'PAYD_VA_BIN',
      matching(/^[0-9]{4,8}$/, 'is not a prefix of 4 to 8 digits', assigned),
      {
        inSandbox: '868005',
        example: '868005',
        meaning: 'The prefix of the fixed virtual account numbers, as payd assigned it.',
      },
    ),
    signature: setting('PAYD_SIGNATURE', choice('md5', 'hmac-sha256'), {
      default: 'md5',
      example: 'md5',
      meaning: 'How payments and callbacks are signed: `md5` or `hmac-sha256`.',
    }),
    callbackSources: setting('PAYD_CALLBACK_SOURCES', callbackSourcesOf('payd'), {
      default: '',
      without: 'none: any address',
      example: '203.0.113.0/28,203.0.113.64',
      meaning: 'Comma-separated addresses and networks that callbacks may come from.',
    }),
    /** Disbursement has an account of its own at payd. */
    disbursement: {
      userId: setting(
        'PAYD_DISBURSEMENT_USER_ID',
        matching(/^[1-9][0-9]{0,14}$/, 'is not a number', assigned),
        {
          inSandbox: '3551',
          example: '3551',
          meaning: 'The user id of the disbursement API.',
        },
      ),
      email: setting('PAYD_DISBURSEMENT_EMAIL', anyText, {
        inSandbox: 'finance@sandbox.test',
        example: 'finance@tukar.example',
        meaning: "The email of the disbursement API's user.",
      }),
      secret: setting('PAYD_DISBURSEMENT_SECRET', anyText, {
        ...issued,
        example: '… (64 hexadecimal digits)',
        meaning: 'The secret of the disbursement API.',
      }),
    },
  },
} as const
