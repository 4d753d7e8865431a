import { madeSecret, type ProviderDefinition, readAddress } from '../provider-settings.ts'

export type CaptchaSettings = Readonly<{ baseUrl: string; secret: string }>

export const captcha: ProviderDefinition<'captcha', CaptchaSettings> = {
  name: 'captcha',
  required: ['CAPTCHA_BASE_URL'],
  settings: {
    CAPTCHA_BASE_URL: {
      example: 'https://www.google.com/recaptcha/api',
      shown: ({ baseUrl }) => baseUrl,
    },
    CAPTCHA_SECRET: { example: '6Le… (40 characters)', made: madeSecret },
  },
  read: (from) => ({
    baseUrl: readAddress(from, 'CAPTCHA_BASE_URL', '/captcha'),
    secret: from.secret('CAPTCHA_SECRET'),
  }),
}
