import { setting, type ValuesOf } from '../../base/settings/setting.ts'
import { anyText, list, ratio } from '../../base/settings/setting-kinds.ts'
import { address, issued } from '../provider-settings.ts'

export type CaptchaSettings = ValuesOf<typeof captcha.settings>

/** The host that the emulator states unless a token names another. */
const sandboxHost = 'sandbox.test'

/** A host name, or the id of an Android or iOS app. */
const host = /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?$/

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
    hosts: setting(
      'CAPTCHA_HOSTS',
      list((item) => host.test(item), 'list host names, as app.example.com, with commas between'),
      {
        example: 'app.example.com,com.example.app',
        meaning: 'The hosts of the pages, and the ids of the apps, whose responses count.',
        inSandbox: sandboxHost,
      },
    ),
    minimumScore: setting('CAPTCHA_MINIMUM_SCORE', ratio, {
      default: '0.5',
      example: '0.7',
      meaning: 'The least score of a response that counts, if the provider gives scores.',
    }),
  },
} as const
