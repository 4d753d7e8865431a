import {
  madeSecret,
  type ProviderDefinition,
  readAddress,
  readNamed,
} from '../provider-settings.ts'

export type SmsSettings = Readonly<{
  baseUrl: string
  account: string
  token: string
  from: string
}>

export const sms: ProviderDefinition<'sms', SmsSettings> = {
  name: 'sms',
  required: ['SMS_BASE_URL'],
  settings: {
    SMS_BASE_URL: { example: 'https://api.twilio.com', shown: ({ baseUrl }) => baseUrl },
    SMS_ACCOUNT: { example: 'AC… (and 32 hexadecimal digits)', shown: ({ account }) => account },
    SMS_TOKEN: { example: '… (32 hexadecimal digits)', made: madeSecret },
    SMS_FROM: { example: '+15017122661', shown: ({ from }) => from },
  },
  read: (from) => ({
    baseUrl: readAddress(from, 'SMS_BASE_URL', '/sms'),
    account: readNamed(from, 'SMS_ACCOUNT', 'AC00000000000000000000000000000000'),
    token: from.secret('SMS_TOKEN'),
    from: readNamed(from, 'SMS_FROM', 'Tukar'),
  }),
}
