/** Displays the providers' settings without their secrets. */
import { type ProviderSurvey, providerStates } from './provider-addresses.ts'
import { type ProviderSettings, sandboxSecrets } from './provider-settings.ts'
import { masked, type Settings, withoutPassword } from './settings.ts'

/** Returns one line for each of the twelve providers: how it runs, and its addresses. */
export const describeStates = (
  survey: ProviderSurvey,
  { text }: Pick<Settings, 'text'>,
): readonly string[] =>
  providerStates(survey).map(({ name, state, addresses }) => {
    const shown = addresses.map((address) => withoutPassword(text(address)))
    return [name.padEnd(12), state.padEnd(15), ...shown].join('  ').trim()
  })

/** Returns the settings of all providers by name, with secrets masked. */
export function describeProviders(config: ProviderSettings): Readonly<Record<string, string>> {
  const { custody, venue, payx, payd, reportQueue, mail, captcha, idp, sms, push } = config
  const { objectStore } = config
  const secrets = Object.keys(sandboxSecrets).map((name) => [name, masked] as const)
  return {
    ...Object.fromEntries(secrets),
    CUSTODY_BASE_URL: withoutPassword(custody.baseUrl),
    CUSTODY_JWKS_URL: withoutPassword(custody.jwksUrl),
    CUSTODY_VAULT: custody.vault,
    CUSTODY_DEFAULT_ADDRESSES: custody.defaultAddresses.join(','),
    VENUE_BASE_URL: withoutPassword(venue.baseUrl),
    VENUE_STREAM_URL: withoutPassword(venue.streamUrl),
    VENUE_MARKET_STREAM_URL: withoutPassword(venue.marketStreamUrl),
    VENUE_PRICES: venue.prices ? 'on' : 'off',
    PAYX_BASE_URL: withoutPassword(payx.baseUrl),
    PAYX_CALLBACK_SOURCES: payx.callbackSources.join(','),
    PAYD_BASE_URL: withoutPassword(payd.baseUrl),
    PAYD_MERCHANT_CODE: payd.merchantCode,
    PAYD_SIGNATURE: payd.signature,
    PAYD_VA_BIN: payd.vaBin,
    PAYD_CALLBACK_SOURCES: payd.callbackSources.join(','),
    PAYD_DISBURSEMENT_USER_ID: payd.disbursement.userId,
    PAYD_DISBURSEMENT_EMAIL: payd.disbursement.email,
    REPORT_QUEUE_BASE_URL: withoutPassword(reportQueue.baseUrl),
    MAIL_URL: withoutPassword(mail.url),
    MAIL_FROM: mail.from,
    CAPTCHA_BASE_URL: withoutPassword(captcha.baseUrl),
    IDP_BASE_URL: withoutPassword(idp.baseUrl),
    IDP_USERNAME: idp.username,
    IDP_REGISTRY_URL: withoutPassword(idp.registryUrl),
    IDP_TOKEN_URL: withoutPassword(idp.tokenUrl),
    IDP_CLIENT_ID: idp.clientId,
    SMS_BASE_URL: withoutPassword(sms.baseUrl),
    SMS_ACCOUNT: sms.account,
    SMS_FROM: sms.from,
    PUSH_BASE_URL: withoutPassword(push.baseUrl),
    PUSH_TOKEN_URL: withoutPassword(push.tokenUrl),
    PUSH_PROJECT_ID: push.projectId,
    PUSH_CLIENT_EMAIL: push.clientEmail,
    OBJECT_STORE_BASE_URL: withoutPassword(objectStore.baseUrl, '(a folder)'),
    OBJECT_STORE_BUCKET: objectStore.bucket,
    OBJECT_STORE_REGION: objectStore.region,
    OBJECT_STORE_ACCESS_KEY: objectStore.accessKey,
  }
}
