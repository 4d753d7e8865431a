/** The callbacks of a run: virtual-account payments in payx's format, prepared as raw HTTP. */

export const depositToken = 'bench-payx-deposit-token-000000'

/** The traders over whom the payments are spread. */
export const traders = 1_000

const path = '/api/webhook/payx/handle-deposit-paid'

export function accountOf(trader: number): string {
  return String(trader).padStart(16, '0')
}

/** One payment; its amount and account follow from its number, so a repeat is equal. */
export const paidIn = (payment: number) => ({
  payment_id: `bench-${payment}`,
  external_id: `va-${payment % traders}`,
  account_number: accountOf(1 + (payment % traders)),
  bank_code: 'BCA',
  amount: 50_000 + (payment % 900_000),
})

/** One payment's callback, as raw HTTP. */
export function callback(payment: number): Buffer {
  const body = JSON.stringify({
    ...paidIn(payment),
    id: payment.toString(16).padStart(24, '0'),
    callback_virtual_account_id: payment.toString(16).padStart(24, 'a'),
    owner_id: 'a'.repeat(24),
    merchant_code: '77701',
    transaction_timestamp: '2026-01-02T03:04:05.678Z',
    created: '2026-01-02T03:04:05.678Z',
    updated: '2026-01-02T03:04:05.678Z',
    currency: 'IDR',
    country: 'ID',
    sender_name: 'BUDI CONTOH',
  })
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `X-CALLBACK-TOKEN: ${depositToken}`,
    `webhook-id: bench-${payment}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Callbacks of payments from one number on, each once. */
export function* distinct(from: number, count: number): Generator<Buffer, void> {
  for (let payment = from; payment < from + count; payment += 1) yield callback(payment)
}

let next = 1

/** Reserves numbers for this many payments; returns the first. */
export function newPayments(count: number): number {
  next += count
  return next - count
}

/** Callbacks of this many new payments, each once. */
export const newCallbacks = (count: number): Iterator<Buffer> => distinct(newPayments(count), count)

/** Callbacks of this many payments, each five times, in an order that is the same in every run. */
export function* fiveTimes(from: number, count: number): Generator<Buffer, void> {
  const order = Array.from({ length: count * 5 }, (_, index) => from + (index % count))
  let seed = 42
  for (let last = order.length - 1; last > 0; last -= 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    const other = seed % (last + 1)
    const moved = order[last] ?? from
    order[last] = order[other] ?? from
    order[other] = moved
  }
  for (const payment of order) yield callback(payment)
}
