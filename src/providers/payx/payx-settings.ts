import { setting, type ValuesOf } from '../../base/settings/setting.ts'
import { anyText, callbackSourcesOf, rotating } from '../../base/settings/setting-kinds.ts'
import { address, issued } from '../provider-settings.ts'

export type PayxSettings = ValuesOf<typeof payx.settings>

export const payx = {
  name: 'payx',
  title: 'payx (Xendit)',
  settings: {
    baseUrl: address('PAYX_BASE_URL', '/payx', {
      example: 'https://api.xendit.co',
      meaning: "The API's address.",
    }),
    secretKey: setting('PAYX_SECRET_KEY', anyText, {
      ...issued,
      example: 'xnd_production_…',
      meaning: 'The secret API key.',
    }),
    depositTokens: setting('PAYX_DEPOSIT_TOKEN', rotating, {
      ...issued,
      example: 'the webhook verification token of the account',
      meaning:
        'The webhook verification token, checked on deposit callbacks. Two comma-separated ' +
        'tokens are accepted while it is [rotated](keys.md#secrets-of-callbacks).',
    }),
    withdrawalTokens: setting('PAYX_WITHDRAWAL_TOKEN', rotating, {
      ...issued,
      example: 'the same token as PAYX_DEPOSIT_TOKEN',
      meaning:
        'The same for payout callbacks, and two tokens likewise. payx issues one token per ' +
        'account, so both may be equal.',
    }),
    callbackSources: setting('PAYX_CALLBACK_SOURCES', callbackSourcesOf('payx'), {
      default: '',
      without: 'none: any address',
      example: '203.0.113.0/28,203.0.113.64',
      meaning:
        'Comma-separated addresses and networks that callbacks may come from. Without it, in ' +
        'production nothing is credited before payx confirms it.',
    }),
  },
} as const
