/** The headers that prove providers' callbacks, beside `authorization`. */
export const callbackHeaders = {
  custodySignature: 'fireblocks-signature',
  custodyJws: 'fireblocks-webhook-signature',
  callbackToken: 'x-callback-token',
  venueSignature: 'x-venue-signature',
  venueTimestamp: 'x-venue-timestamp',
} as const
