import {
  madeSecret,
  type ProviderDefinition,
  readAddress,
  readRotating,
} from '../provider-settings.ts'

export type VenueSettings = Readonly<{
  baseUrl: string
  /** Streams of account and market; if null, callbacks and polling replace them. */
  streamUrl: string | null
  marketStreamUrl: string | null
  apiKey: string
  apiSecret: string
  /** Signs the venue's callbacks. */
  webhookSecret: string
  /** Valid beside the first one during a change. */
  secondWebhookSecret: string | null
  prices: boolean
}>

export const venue: ProviderDefinition<'venue', VenueSettings> = {
  name: 'venue',
  required: ['VENUE_BASE_URL'],
  optional: ['VENUE_STREAM_URL', 'VENUE_MARKET_STREAM_URL'],
  settings: {
    VENUE_BASE_URL: { example: 'https://api.binance.com', shown: ({ baseUrl }) => baseUrl },
    VENUE_STREAM_URL: {
      example: 'wss://ws-api.binance.com:443/ws-api/v3',
      shown: ({ streamUrl }) => streamUrl,
    },
    VENUE_MARKET_STREAM_URL: {
      example: 'wss://stream.binance.com:9443/stream',
      shown: ({ marketStreamUrl }) => marketStreamUrl,
    },
    VENUE_API_KEY: { example: 'vmPUZE6mv9SD5VNHk4Hl… (64 letters and digits)', made: madeSecret },
    VENUE_API_SECRET: {
      example: 'NhqPtmdSJYdKjVHjA7PZ… (64 letters and digits)',
      made: madeSecret,
    },
    VENUE_WEBHOOK_SECRET: {
      example: 'the output of: openssl rand -base64 32',
      made: madeSecret,
      isChosen: true,
      isRotating: true,
      unlike: ['VENUE_API_SECRET'],
    },
    // It says whether prices are observed, not how to reach the venue.
    VENUE_PRICES: { example: 'on', shown: ({ prices }) => (prices ? 'on' : 'off'), isOfAny: true },
  },
  read: (from) => {
    const { settings, secret, emulator } = from
    const socketAt = (name: string, path: string) =>
      settings.url(name, ['ws:', 'wss:']) ??
      (emulator === null ? null : `${emulator.url.replace(/^http/, 'ws')}/venue/${path}`)
    const [webhookSecret, secondWebhookSecret] = readRotating(from, 'VENUE_WEBHOOK_SECRET')
    return {
      baseUrl: readAddress(from, 'VENUE_BASE_URL', '/venue'),
      streamUrl: socketAt('VENUE_STREAM_URL', 'ws'),
      marketStreamUrl: socketAt('VENUE_MARKET_STREAM_URL', 'stream'),
      apiKey: secret('VENUE_API_KEY'),
      apiSecret: secret('VENUE_API_SECRET'),
      webhookSecret,
      secondWebhookSecret,
      prices: settings.choice('VENUE_PRICES', ['on', 'off'], 'on') === 'on',
    }
  },
}
