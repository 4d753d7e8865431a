import { randomBytes } from 'node:crypto'
import { z } from 'zod'

/** Two letters or digits each, as payd spells them. */
export const methods = [
  method('BC', 'BCA VA', 'va'),
  method('M2', 'MANDIRI VA H2H', 'va'),
  method('M1', 'MANDIRI VA', 'va'),
  method('VA', 'MAYBANK VA', 'va'),
  method('I1', 'BNI VA', 'va'),
  method('B1', 'CIMB NIAGA VA', 'va'),
  method('BT', 'PERMATA VA', 'va'),
  method('A1', 'ATM BERSAMA VA', 'va'),
  method('AG', 'ARTHA GRAHA VA', 'va'),
  method('NC', 'NEO COMMERCE VA', 'va'),
  method('BR', 'BRIVA', 'va'),
  method('S1', 'SAMPOERNA VA', 'va'),
  method('DM', 'DANAMON VA', 'va'),
  method('BV', 'BSI VA', 'va'),
  method('FT', 'RETAIL', 'va'),
  method('IR', 'INDOMARET', 'va'),
  method('OV', 'OVO', 'page'),
  method('OL', 'OVO ACCOUNT LINK', 'page'),
  method('DA', 'DANA', 'page'),
  method('SA', 'SHOPEEPAY APPS', 'page'),
  method('SL', 'SHOPEEPAY ACCOUNT LINK', 'page'),
  method('LA', 'LINKAJA APPS', 'page'),
  method('LF', 'LINKAJA APPS FIXED FEE', 'page'),
  method('SP', 'SHOPEEPAY QRIS', 'qr'),
  method('NQ', 'NOBU QRIS', 'qr'),
  method('GQ', 'GUDANG VOUCHER QRIS', 'qr'),
  method('DQ', 'DANA QRIS', 'qr'),
  method('DN', 'INDODANA', 'page'),
  method('AT', 'ATOME', 'page'),
  method('VC', 'CREDIT CARD', 'page'),
] as const

function method(code: string, name: string, shows: 'va' | 'page' | 'qr') {
  return { code, name, shows }
}

const rupiah = z
  .union([z.number(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^[1-9][0-9]{0,14}$/))

const text = (max: number) => z.string().min(1).max(max)

/** payd ignores the case of field names: its own client writes `merchantCode` everywhere. */
function inAnyCase<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]))
  const renamed = (body: object) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]),
    )
  return z.preprocess(
    (body) => (typeof body === 'object' && body !== null ? renamed(body) : body),
    z.object(shape),
  )
}

const Item = inAnyCase({ name: z.string(), price: z.int(), quantity: z.int() })

/** The body that opens an order. */
export const NewOrder = inAnyCase({
  merchantCode: text(50),
  paymentAmount: z.int().positive(),
  merchantOrderId: text(50),
  productDetails: text(255),
  email: text(255),
  paymentMethod: z.string().length(2),
  /** payd's own client sends an empty one if the merchant gives none. */
  customerVaName: z.string().max(20),
  callbackUrl: z.url().max(255),
  returnUrl: z.url().max(255),
  expiryPeriod: z.int().positive().optional(),
  itemDetails: z.array(Item).optional(),
  signature: text(64),
}).refine(
  ({ itemDetails = [], paymentAmount }) =>
    itemDetails.length === 0 ||
    itemDetails.reduce((sum, { price }) => sum + price, 0) === paymentAmount,
  'The prices of itemDetails are not the paymentAmount',
)

export const AskedStatus = inAnyCase({
  merchantCode: text(50),
  merchantOrderId: text(50),
  signature: text(64),
})

export const AskedMethods = inAnyCase({
  merchantcode: text(50),
  amount: z.union([z.int().positive().transform(String), z.string().regex(/^[0-9]+$/)]),
  datetime: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  signature: text(64),
})

const resultCode = z
  .string()
  .regex(/^[0-9]{2}$/)
  .default('00')

/** The body of `POST /control/payd/payments`. */
export const PayOrder = z.strictObject({
  merchantOrderId: text(50),
  amount: rupiah,
  resultCode,
})

/** The body of `POST /control/payd/va-payments`. */
export const PayNumber = z.strictObject({
  vaNo: z.string().regex(/^[0-9]{8,20}$/),
  amount: rupiah,
  resultCode,
  /** Repeats the inquiry of an earlier session. */
  session: text(100).optional(),
})

/** An order with payd's field names: opened, and perhaps paid or failed. */
export type Payment = Readonly<{
  merchantOrderId: string
  reference: string
  publisherOrderId: string
  amount: string
  fee: string
  paymentCode: string
  vaNumber: string
  productDetail: string
  /** 01 until it is paid or fails. */
  statusCode: '00' | '01' | '02'
  statusMessage: string
}>

const serial = (bytes: number): string => randomBytes(bytes).toString('hex').toUpperCase()

/** Returns a random number in payd's range, so that a restart does not reuse numbers. */
const openNumber = (): string =>
  `8680${(BigInt(`0x${serial(6)}`) % 10n ** 12n).toString().padStart(12, '0')}`

export function opened(
  facts: Pick<Payment, 'merchantOrderId' | 'amount' | 'productDetail' | 'paymentCode'>,
  shows: 'va' | 'page' | 'qr',
): Payment {
  return {
    ...facts,
    reference: `D0001${serial(8)}`,
    publisherOrderId: `MGU${serial(10)}`,
    fee: '0',
    vaNumber: shows === 'va' ? openNumber() : '',
    statusCode: '01',
    statusMessage: 'PROCESS',
  }
}

/** Returns the order with its result. A paid order does not change any more. */
export function decided(payment: Payment, amount: string, code: string): Payment {
  if (payment.statusCode === '00') return payment
  return code === '00'
    ? { ...payment, amount, statusCode: '00', statusMessage: 'SUCCESS' }
    : { ...payment, statusCode: '02', statusMessage: 'CANCELED' }
}
