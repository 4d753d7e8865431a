import { setting, type ValuesOf } from '../../base/settings/setting.ts'
import { anyText, matching, url } from '../../base/settings/setting-kinds.ts'

export type MailSettings = ValuesOf<typeof mail.settings>

const plainAddress = matching(
  /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,255}$/,
  'is not a mail address',
  'use one without a display name',
)

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
    replyTo: setting('MAIL_REPLY_TO', plainAddress, {
      without: 'answers to inquiries name no address for replies',
      inSandbox: 'support@sandbox.test',
      example: 'support@tukar.example',
      meaning: 'The mailbox that receives replies to answered inquiries.',
    }),
  },
} as const
