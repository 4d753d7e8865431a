import { setting, type ValuesOf } from '../../base/settings/setting.ts'
import { anyText } from '../../base/settings/setting-kinds.ts'
import { address, issued } from '../provider-settings.ts'

export type SmsSettings = ValuesOf<typeof sms.settings>

export const sms = {
  name: 'sms',
  title: 'SMS (Twilio)',
  settings: {
    baseUrl: address('SMS_BASE_URL', '/sms', {
      example: 'https://api.twilio.com',
      meaning: "The API's address, without `/2010-04-01`.",
    }),
    account: setting('SMS_ACCOUNT', anyText, {
      inSandbox: 'AC00000000000000000000000000000000',
      example: 'AC… (and 32 hexadecimal digits)',
      meaning: "The account's SID.",
    }),
    token: setting('SMS_TOKEN', anyText, {
      ...issued,
      example: '… (32 hexadecimal digits)',
      meaning: "The account's auth token.",
    }),
    from: setting('SMS_FROM', anyText, {
      inSandbox: 'Tukar',
      example: '+15017122661',
      meaning: 'A number or sender id of the account.',
    }),
  },
} as const
