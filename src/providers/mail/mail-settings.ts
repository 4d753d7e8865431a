import { type ProviderDefinition, readNamed } from '../provider-settings.ts'

export type MailSettings = Readonly<{ url: string; from: string }>

export const mail: ProviderDefinition<'mail', MailSettings> = {
  name: 'mail',
  required: ['MAIL_URL'],
  settings: {
    MAIL_URL: { example: 'smtps://user:password@smtp.gmail.com:465', shown: ({ url }) => url },
    MAIL_FROM: { example: 'Tukar <no-reply@tukar.example>', shown: ({ from }) => from },
  },
  read: (from) => ({
    url: from.emulator?.smtpUrl ?? from.settings.url('MAIL_URL', ['smtp:', 'smtps:']) ?? '',
    from: readNamed(from, 'MAIL_FROM', 'Tukar <no-reply@sandbox.test>'),
  }),
}
