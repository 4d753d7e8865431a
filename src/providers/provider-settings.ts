/** How each provider's room declares its settings; `config/` composes them. */
import { madeSecret, type Setting, setting } from '../base/settings/setting.ts'
import { webUrl } from '../base/settings/setting-kinds.ts'

type Shown = Readonly<{ example: string; meaning: string }>

/** Declares a web address of a provider; `path` leads to its emulator. */
export const address = (name: string, path: string, shown: Shown): Setting<string> =>
  setting(name, webUrl, {
    ...shown,
    isAddress: true,
    inProduction: 'encrypted',
    inSandbox: ({ url }) => `${url}${path}`,
  })

/** A secret that the provider issues. */
export const issued = { secret: 'issued', made: madeSecret } as const

/** A secret that the operator chooses, with its length. */
export const chosen = {
  secret: 'chosen',
  made: madeSecret,
  example: 'the output of: openssl rand -base64 32',
} as const
