import { createPrivateKey, sign } from 'node:crypto'
import { type OAuthTokens, oauthTokens } from '../oauth-tokens.ts'
import type { Tools } from '../outbound.ts'
import { pushLimits } from './push-limits.ts'
import type { PushSettings } from './push-settings.ts'

const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** OAuth2 access tokens for a service account, which authenticates with a signed assertion. */
export function accessTokens(config: PushSettings, tools: Tools): OAuthTokens {
  const key = createPrivateKey(config.privateKey)

  function assertion(): string {
    const nowSeconds = Math.floor(tools.clock.now().getTime() / 1_000)
    const claims = {
      iss: config.clientEmail,
      scope,
      aud: config.tokenUrl,
      iat: nowSeconds,
      exp: nowSeconds + pushLimits.tokenLifeSeconds,
    }
    const unsigned = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
    return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`
  }

  return oauthTokens(
    {
      name: 'push-token',
      url: config.tokenUrl,
      form: () => ({ grant_type: grantType, assertion: assertion() }),
      renewBeforeMs: pushLimits.renewBeforeMs,
    },
    tools,
  )
}

const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')
