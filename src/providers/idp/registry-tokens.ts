import { type OAuthTokens, oauthTokens } from '../oauth-tokens.ts'
import type { Tools } from '../outbound.ts'
import { idpLimits } from './idp-limits.ts'
import type { IdpSettings } from './idp-settings.ts'

/** OAuth2 tokens for our own client credentials. */
export const registryTokens = (config: IdpSettings, tools: Tools): OAuthTokens =>
  oauthTokens(
    {
      name: 'idp-token',
      url: config.tokenUrl,
      form: () => ({
        grant_type: 'client_credentials',
        client_id: config.clientId,
        client_secret: config.clientSecret,
        scope: 'openid',
      }),
      renewBeforeMs: idpLimits.renewTokenBeforeMs,
    },
    tools,
  )
