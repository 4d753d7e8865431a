import {
  type Setting,
  type SettingKind,
  setting,
  type ValuesOf,
} from '../../base/settings/setting.ts'
import { anyText, list, rotating, toggle, url } from '../../base/settings/setting-kinds.ts'
import { address, chosen, issued } from '../provider-settings.ts'
import { type SelfTradeMode, selfTradeModes } from './symbol-states.ts'

export type VenueSettings = ValuesOf<typeof venue.settings>

/** A stream; without it, callbacks or polling replace it. */
const stream = (
  name: string,
  path: string,
  facts: Readonly<{ without: string; example: string; meaning: string }>,
): Setting<string | null> =>
  setting(name, url('ws:', 'wss:'), {
    ...facts,
    isAddress: true,
    inProduction: 'encrypted',
    inSandbox: (emulators) => `${emulators.url.replace(/^http/, 'ws')}/venue/${path}`,
  })

const isMode = (text: string): text is SelfTradeMode => selfTradeModes.some((one) => one === text)

const modes: SettingKind<readonly SelfTradeMode[]> = {
  parse: (text, refuse) =>
    list(isMode, `use ${selfTradeModes.join(', ')}`)
      .parse(text, refuse)
      .filter(isMode),
}

export const venue = {
  name: 'venue',
  title: 'Venue (Binance)',
  settings: {
    baseUrl: address('VENUE_BASE_URL', '/venue', {
      example: 'https://api.binance.com',
      meaning: "The spot API's address, without `/api/v3`.",
    }),
    streamUrl: stream('VENUE_STREAM_URL', 'ws', {
      without: 'none: callbacks only',
      example: 'wss://ws-api.binance.com:443/ws-api/v3',
      meaning: "The WebSocket API that streams the account's events.",
    }),
    marketStreamUrl: stream('VENUE_MARKET_STREAM_URL', 'stream', {
      without: 'none: prices are polled',
      example: 'wss://stream.binance.com:9443/stream',
      meaning: 'The stream of market prices.',
    }),
    apiKey: setting('VENUE_API_KEY', anyText, {
      ...issued,
      example: 'vmPUZE6mv9SD5VNHk4Hl… (64 letters and digits)',
      meaning: 'The API key. It needs permission to read and to trade spot.',
    }),
    apiSecret: setting('VENUE_API_SECRET', anyText, {
      ...issued,
      example: 'NhqPtmdSJYdKjVHjA7PZ… (64 letters and digits)',
      meaning: "The API key's secret.",
    }),
    webhookSecrets: setting('VENUE_WEBHOOK_SECRET', rotating, {
      ...chosen,
      unlike: ['VENUE_API_SECRET'],
      meaning:
        'Signs `/api/webhook/venue`; shared with the relay that sends these callbacks. At least ' +
        '24 characters. Two comma-separated secrets are accepted while it is ' +
        '[rotated](keys.md#secrets-of-callbacks).',
    }),
    selfTradeModes: setting('VENUE_SELF_TRADE_MODES', modes, {
      isOfAny: true,
      default: selfTradeModes.join(','),
      example: selfTradeModes.join(','),
      meaning:
        'What happens if two orders of our one account meet at the venue, by preference: of ' +
        'these modes the first that a symbol allows is sent with each order. `NONE` lets them ' +
        'trade; `EXPIRE_TAKER` ends the newer order, the others end an order that already rests.',
    }),
    prices: setting('VENUE_PRICES', toggle('on', 'off'), {
      isOfAny: true,
      default: 'on',
      example: 'on',
      meaning:
        '`off` observes no prices. Orders are then refused with `api.market_price_unavailable`, ' +
        'and coin withdrawals wait for operators, who can state reference prices.',
    }),
  },
} as const
