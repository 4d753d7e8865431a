import { streamEventOf } from '../responses/server-sent-events.ts'

/** Not a secret: letters that a reader recognises, in base32. */
const secret2FA = 'EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM'

const picture = [
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAA',
  'C0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
].join('')

const envelope = (message: string) => ({ code: 200, title: 'OK', message, result: true })

const twofaSecret = (issuer: string) => ({
  secret2FA,
  otpauthUrl: `otpauth://totp/${issuer}:sari@example.com?secret=${secret2FA}&issuer=${issuer}`,
  qrCode: picture,
})

const eventsOf = (...events: readonly Parameters<typeof streamEventOf>[]): string =>
  events.map(([event, data]) => `${streamEventOf(event, data)}\n`).join('')

const ticker = {
  txPair: 'BTC_IDR',
  price: '1600000000',
  bid: '1599900000',
  ask: '1600100000',
  change: '16000000',
  changePercent: '1.01',
  high: '1610000000',
  low: '1580000000',
  volume: '12.5',
  quoteVolume: '20000000000',
  time: '2026-01-31T05:00:00.000Z',
  ageMs: 120,
  stale: false,
}

const candle = {
  txPair: 'BTC_IDR',
  interval: '1m',
  openTime: 1_769_835_600_000,
  open: '1599800000',
  high: '1600100000',
  low: '1599700000',
  close: '1600000000',
  volume: '0.02',
  closeTime: 1_769_835_659_999,
  quoteVolume: '31998000',
  trades: 3,
  closed: false,
}

const balance = { symbol: 'IDR', available: '1500000', locked: '0', balance: '1500000' }

const queues = {
  withdrawals: 2,
  deposits: 1,
  suspense: 0,
  breaks: 0,
  inbox: 0,
  orders: 0,
  proposals: 1,
  inquiries: 3,
  identities: 0,
}

/** Responses that are not recorded from tests: streams, and those that hold a secret. */
export const writtenExamples: Readonly<Record<string, unknown>> = {
  'GET /api/users/twofa-secret': {
    ...envelope('api.twofa_secret_retrieved'),
    data: twofaSecret('Tukar'),
  },
  'POST /operator/api/totp': {
    ...envelope('api.operator_twofa_offered'),
    data: twofaSecret('Tukar%20console'),
  },
  'POST /api/pin/status_pin': {
    ...envelope('api.pin_status_success'),
    data: { status_pin: true, pin_lock: true, biometrics_lock: false },
  },
  'DELETE /api/user/sessions': envelope('auth.other_sessions_ended'),
  'DELETE /api/user/sessions/{id}': envelope('auth.session_ended'),
  'GET /api/stream': eventsOf(['start', { resumed: false }], ['balance', balance]),
  'GET /api/stream/market': eventsOf(['ticker', ticker], ['candle', candle]),
  'GET /operator/api/stream': eventsOf(
    ['start', { resumed: false }],
    ['queues', queues],
    ['changed', { list: 'withdrawals', ids: ['WD-EXAMPLE'] }],
  ),
}

/** Requests of which the tests' traffic has none, or none without a secret. */
export const writtenRequests: Readonly<Record<string, unknown>> = {
  'POST /operator/api/totp': { password: 'correct horse battery' },
  'POST /api/pin/status_pin': { email: 'sari@example.com' },
}
