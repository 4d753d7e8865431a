import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { type Rig, testSecrets } from '../test-rig.ts'
import type { Call, Client } from './client.ts'

/** The client answers by a callback and has no types of its own. */
type Answer = (answer: unknown, error?: unknown) => void
type Transaction = Readonly<{
  setEmail: (email: string) => void
  setCustomerVaName: (name: string) => void
  addItemDetails: (item: unknown) => void
  get: () => Readonly<Record<string, unknown>>
}>
type Duitku = Readonly<{
  Transaction: new (amount: number, method: string, orderId: string, details: string) => Transaction
  ItemDetail: new (name: string, quantity: number, price: number) => { get: () => unknown }
  requestTransaction: (transaction: unknown, answer: Answer) => void
  checkTransaction: (orderId: string, answer: Answer) => void
  getPaymentMethod: (amount: number, answer: Answer) => void
}>
type Axios = Readonly<{
  interceptors: { request: { use: (change: (asked: { url: string }) => unknown) => void } }
}>

const host = 'https://sandbox.duitku.com'

/** Loads the client after writing the file that it reads its settings from. */
function load({ sandbox }: Rig): Duitku {
  const root = mkdtempSync(path.join(tmpdir(), 'duitku-'))
  mkdirSync(path.join(root, 'config'))
  const settings = {
    merchantCode: testSecrets.paydMerchantCode,
    apiKey: testSecrets.paydApiKey,
    passport: false,
    callbackUrl: 'https://tukar.test/callback',
    returnUrl: 'https://tukar.test/',
    expiryPeriod: 60,
  }
  const file = path.join(root, 'config', 'duitku-configuration.json')
  writeFileSync(file, JSON.stringify(settings))
  process.env['APP_ROOT_PATH'] = root
  const require = createRequire(import.meta.url)
  const duitku: Duitku = require('duitku')
  const axios: Axios = createRequire(require.resolve('duitku'))('axios')
  axios.interceptors.request.use((asked) => ({
    ...asked,
    url: asked.url.replace(host, `${sandbox.url}/payd`),
  }))
  return duitku
}

const answered = (ask: (answer: Answer) => void): Promise<unknown> =>
  new Promise((resolve, reject) => {
    ask((answer, error) => (error === undefined ? resolve(answer) : reject(error)))
  })

const Opened = z.object({
  merchantCode: z.literal(testSecrets.paydMerchantCode),
  reference: z.string().startsWith(testSecrets.paydMerchantCode),
  paymentUrl: z.url(),
  vaNumber: z.string().regex(/^\d+$/).optional(),
  qrString: z.string().optional(),
  amount: z.literal('10000'),
  statusCode: z.literal('00'),
  statusMessage: z.literal('SUCCESS'),
})
const Status = z.object({ merchantOrderId: z.string(), amount: z.string(), statusCode: z.string() })
const Methods = z.array(z.object({ paymentMethod: z.string(), totalFee: z.string() }))

function transactionCalls(duitku: Duitku, control: Rig['control']): readonly Call[] {
  const transaction = (method: string, orderId: string, price = 10_000) => {
    const made = new duitku.Transaction(10_000, method, orderId, 'Deposit')
    made.setEmail('budi@tukar.test')
    made.addItemDetails(new duitku.ItemDetail('Deposit', 1, price).get())
    return made
  }
  const request = (asked: unknown) => answered((answer) => duitku.requestTransaction(asked, answer))
  const check = async (orderId: string) =>
    Status.parse(await answered((answer) => duitku.checkTransaction(orderId, answer)))
  return [
    {
      name: 'requestTransaction() for a virtual account',
      async run() {
        const asked = transaction('VA', 'order-1')
        asked.setCustomerVaName('Budi Contoh')
        assert.ok(Opened.parse(await request(asked.get())).vaNumber !== undefined)
      },
    },
    {
      name: 'requestTransaction() for a QR code, without a name of the customer',
      async run() {
        const opened = Opened.parse(await request(transaction('SP', 'order-2').get()))
        assert.match(opened.qrString ?? '', /^0002/)
      },
    },
    {
      name: 'requestTransaction() with what the provider refuses',
      async run() {
        const asked = transaction('VA', 'order-3').get()
        const forged = { ...asked, signature: 'f'.repeat(32) }
        await assert.rejects(request(forged), { status: 401, reason: 'Wrong signature' })
        await assert.rejects(request({ ...asked, email: '' }), { status: 400 })
        await assert.rejects(request(transaction('XX', 'order-3').get()), { status: 400 })
      },
    },
    {
      name: 'checkTransaction()',
      async run() {
        assert.equal((await check('order-1')).statusCode, '01')
        await control('POST', '/payd/payments', { merchantOrderId: 'order-1', amount: '10000' })
        assert.deepEqual(await check('order-1'), {
          merchantOrderId: 'order-1',
          amount: '10000',
          statusCode: '00',
        })
        await assert.rejects(check('order-3'), { status: 404, reason: 'Transaction not found' })
      },
    },
  ]
}

export const duitku: Client = {
  package: 'duitku',
  emulator: 'payd',
  setUp: 'Its own axios sends what is for sandbox.duitku.com to the emulator.',
  calls(rig) {
    const client = load(rig)
    return [
      {
        name: 'getPaymentMethod()',
        async run() {
          const answer = await answered((done) => client.getPaymentMethod(10_000, done))
          assert.ok(Methods.parse(answer).some(({ paymentMethod }) => paymentMethod === 'BC'))
        },
      },
      ...transactionCalls(client, rig.control),
    ]
  },
}
