import { setting, type ValuesOf } from '../../base/settings/setting.ts'
import { anyText } from '../../base/settings/setting-kinds.ts'
import { address, issued } from '../provider-settings.ts'

export type CaptchaSettings = ValuesOf<typeof captcha.settings>

export const captcha = {
  name: 'captcha',
  title: 'Captcha (siteverify)',
  settings: {
    baseUrl: address('CAPTCHA_BASE_URL', '/captcha', {
      example: 'https://www.google.com/recaptcha/api',
      meaning:
        "The API's address, without `/siteverify`; hCaptcha's is `https://api.hcaptcha.com`.",
    }),
    secret: setting('CAPTCHA_SECRET', anyText, {
      ...issued,
      example: '6Le… (40 characters)',
      meaning: "The site's secret key.",
    }),
  },
} as const
