import { limits } from '../../base/limits.ts'
import type { Config } from '../../config.ts'
import { type OAuthTokens, oauthTokens } from '../oauth-tokens.ts'
import type { Tools } from '../outbound.ts'

/** OAuth2 tokens for our own client credentials. */
export const registryTokens = (config: Config['idp'], tools: Tools): OAuthTokens =>
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
      renewBeforeMs: limits.identity.renewTokenBeforeMs,
    },
    tools,
  )
