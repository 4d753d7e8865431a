import { setting, type ValuesOf } from '../../base/settings/setting.ts'
import { anyText, url } from '../../base/settings/setting-kinds.ts'

export type MailSettings = ValuesOf<typeof mail.settings>

export const mail = {
  name: 'mail',
  title: 'Mail (SMTP)',
  settings: {
    url: setting('MAIL_URL', url('smtp:', 'smtps:'), {
      secret: 'other',
      isAddress: true,
      inSandbox: ({ smtpUrl }) => smtpUrl,
      example: 'smtps://user:password@smtp.gmail.com:465',
      meaning: 'The mail server, with user and password. TLS is required except on loopback.',
    }),
    from: setting('MAIL_FROM', anyText, {
      inSandbox: 'Tukar <no-reply@sandbox.test>',
      example: 'Tukar <no-reply@tukar.example>',
      meaning: 'The sender of every mail.',
    }),
  },
} as const
