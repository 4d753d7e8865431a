import { setting, type ValuesOf } from '../../base/settings/setting.ts'
import { anyText } from '../../base/settings/setting-kinds.ts'
import { address, issued } from '../provider-settings.ts'

export type IdpSettings = ValuesOf<typeof vision.settings & typeof registrySettings.settings>

const title = 'Identity (GLAIR and VIDA)'

/** Reads identity cards and compares faces. */
export const vision = {
  name: 'vision',
  title,
  settings: {
    baseUrl: address('IDP_BASE_URL', '/idp', {
      example: 'https://api.vision.glair.ai',
      meaning: "GLAIR's API, which reads identity cards and compares faces.",
    }),
    username: setting('IDP_USERNAME', anyText, {
      inSandbox: 'sandbox',
      example: 'tukar',
      meaning: "GLAIR's user name.",
    }),
    password: setting('IDP_PASSWORD', anyText, {
      ...issued,
      example: 'as GLAIR issued it',
      meaning: "GLAIR's password.",
    }),
    apiKey: setting('IDP_API_KEY', anyText, {
      ...issued,
      example: 'as GLAIR issued it',
      meaning: "GLAIR's API key.",
    }),
  },
} as const

/** Registers people. */
export const registrySettings = {
  name: 'registry',
  title,
  settings: {
    registryUrl: address('IDP_REGISTRY_URL', '/idp/registry', {
      example: 'https://services.vida.id/main/v3/services',
      meaning:
        "VIDA's API, which checks registrations; its sandbox is at `services-sandbox.vida.id`.",
    }),
    tokenUrl: address('IDP_TOKEN_URL', '/idp/registry/token', {
      example: 'https://sso.vida.id/auth/realms/vida/protocol/openid-connect/token',
      meaning: 'Where VIDA issues access tokens.',
    }),
    clientId: setting('IDP_CLIENT_ID', anyText, {
      inSandbox: 'sandbox',
      example: 'partner-tukar-prod-sso',
      meaning: "VIDA's client id.",
    }),
    clientSecret: setting('IDP_CLIENT_SECRET', anyText, {
      ...issued,
      example: 'as VIDA issued it',
      meaning: "VIDA's client secret.",
    }),
  },
} as const
