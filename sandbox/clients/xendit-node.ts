import assert from 'node:assert/strict'
import { Xendit } from 'xendit-node'
import { z } from 'zod'
import { type Rig, testSecrets } from '../test-rig.ts'
import type { Call, Client } from './client.ts'

const data = {
  referenceId: 'wd-1',
  channelCode: 'ID_BCA',
  channelProperties: { accountHolderName: 'BUDI CONTOH', accountNumber: '0012345678' },
  amount: 75_000,
  currency: 'IDR',
  description: 'Withdrawal',
  receiptNotification: { emailTo: ['budi@tukar.test'] },
  metadata: { request_id: 'wd-1' },
}

const refusedWith = (errorCode: string, status: number) => ({
  name: 'XenditSdkError',
  errorCode,
  status,
})

type Creating = (change?: object, idempotencyKey?: string) => ReturnType<PayoutApi['createPayout']>
type PayoutApi = Xendit['Payout']

function creatingCalls(
  create: Creating,
  control: Rig['control'],
  made: { id: string },
): readonly Call[] {
  return [
    {
      name: 'Payout.createPayout()',
      async run() {
        await control('POST', '/payx/pace', { auto: false })
        const payout = await create()
        made.id = payout.id
        assert.deepEqual([payout.status, payout.amount], ['ACCEPTED', 75_000])
        assert.ok(payout.estimatedArrivalTime instanceof Date)
        assert.equal(payout.channelProperties.accountNumber, '0012345678')
      },
    },
    {
      name: 'Payout.createPayout() again under its idempotency key',
      async run() {
        assert.equal((await create()).id, made.id)
        await assert.rejects(create({ amount: 75_001 }), refusedWith('DUPLICATE_ERROR', 409))
      },
    },
    {
      name: 'Payout.createPayout() with what the provider refuses',
      async run() {
        const refusals = [
          [{ channelCode: 'ID_NOWHERE' }, 'CHANNEL_CODE_NOT_SUPPORTED'],
          [{ amount: 9_999 }, 'MINIMUM_TRANSFER_LIMIT_ERROR'],
          [{ referenceId: '' }, 'API_VALIDATION_ERROR'],
        ] as const
        for (const [change, code] of refusals) {
          await assert.rejects(create(change, `key-${code}`), refusedWith(code, 400))
        }
      },
    },
  ]
}

function readingCalls(Payout: PayoutApi, create: Creating, made: { id: string }): readonly Call[] {
  return [
    {
      name: 'Payout.getPayoutById()',
      async run() {
        const payout = await Payout.getPayoutById({ id: made.id })
        assert.deepEqual([payout.id, payout.metadata], [made.id, data.metadata])
        const unknown = Payout.getPayoutById({ id: 'disb-unknown' })
        await assert.rejects(unknown, refusedWith('DATA_NOT_FOUND', 404))
      },
    },
    {
      name: 'Payout.getPayouts()',
      async run() {
        const second = await create({}, 'key-2')
        const first = await Payout.getPayouts({ referenceId: 'wd-1', limit: 1 })
        assert.deepEqual([first.data?.[0]?.id, first.hasMore], [made.id, true])
        assert.equal(first.links?.rel, 'next')
        const rest = await Payout.getPayouts({ referenceId: 'wd-1', afterId: made.id })
        assert.deepEqual([rest.data?.map(({ id }) => id), rest.hasMore], [[second.id], false])
      },
    },
    {
      name: 'Payout.cancelPayout()',
      async run() {
        const { id } = await create({}, 'key-3')
        assert.equal((await Payout.cancelPayout({ id })).status, 'CANCELLED')
      },
    },
    {
      name: 'Payout.getPayoutChannels()',
      async run() {
        const wallets = await Payout.getPayoutChannels({
          currency: 'IDR',
          channelCategory: ['EWALLET'],
        })
        assert.ok(wallets.some(({ channelCode }) => channelCode === 'ID_DANA'))
        assert.ok(wallets.every(({ channelCategory }) => channelCategory === 'EWALLET'))
        const [bca] = await Payout.getPayoutChannels({ channelCode: 'ID_BCA' })
        assert.equal(bca?.amountLimits.minimum, 10_000)
      },
    },
  ]
}

const Paid = z.object({ payment_id: z.string() })

function transactionCalls({ Transaction }: Xendit, control: Rig['control']): readonly Call[] {
  const pay = async (amount: number) => {
    const paying = { accountNumber: '8808990', amount }
    return Paid.parse((await control('POST', '/payx/va-payments', paying)).json).payment_id
  }
  return [
    {
      name: 'Transaction.getAllTransactions()',
      async run() {
        const paid = [await pay(10_000), await pay(20_000)]
        const created = { gte: new Date(Date.now() - 60_000), lte: new Date() }
        const wanted: Parameters<typeof Transaction.getAllTransactions>[0] = {
          types: ['PAYMENT'],
          channelCategories: ['VIRTUAL_ACCOUNT'],
          created,
        }
        const first = await Transaction.getAllTransactions({ ...wanted, limit: 1 })
        const [newest] = first.data
        assert.deepEqual(
          [newest?.productId, newest?.amount, newest?.status, first.hasMore],
          [paid[1], 20_000, 'SUCCESS', true],
        )
        const afterId = newest?.id ?? ''
        const rest = await Transaction.getAllTransactions({ ...wanted, limit: 1, afterId })
        assert.deepEqual([rest.data[0]?.productId, rest.hasMore], [paid[0], false])
        const back = await Transaction.getAllTransactions({ beforeId: rest.data[0]?.id ?? '' })
        assert.equal(back.data[0]?.id, afterId)
      },
    },
    {
      name: 'Transaction.getTransactionByID()',
      async run() {
        const [one] = (await Transaction.getAllTransactions({ limit: 1 })).data
        const found = await Transaction.getTransactionByID({ id: one?.id ?? '' })
        assert.deepEqual([found.id, found.cashflow], [one?.id, 'MONEY_IN'])
      },
    },
  ]
}

function refundCalls({ Refund }: Xendit, control: Rig['control']): readonly Call[] {
  return [
    {
      name: 'Refund.getRefund()',
      async run() {
        const paying = { accountNumber: '8808990', amount: 10_000, paymentId: 'to-refund' }
        await control('POST', '/payx/va-payments', paying)
        const made = await control('POST', '/payx/refunds', { paymentId: 'to-refund' })
        const refundID = z.object({ id: z.string() }).parse(made.json).id
        const refund = await Refund.getRefund({ refundID })
        assert.deepEqual([refund.id, refund.amount, refund.currency], [refundID, 10_000, 'IDR'])
        const unknown = Refund.getRefund({ refundID: 'rfd-unknown' })
        await assert.rejects(unknown, refusedWith('DATA_NOT_FOUND', 404))
      },
    },
  ]
}

export const xenditNode: Client = {
  package: 'xendit-node',
  emulator: 'payx',
  setUp: 'Its option `xenditURL` is the base URL of the emulator.',
  calls({ sandbox, control }: Rig) {
    const xenditURL = `${sandbox.url}/payx`
    const xendit = new Xendit({ secretKey: testSecrets.payxSecretKey, xenditURL })
    const { Payout } = xendit
    const made = { id: '' }
    const create: Creating = (change = {}, idempotencyKey = 'key-1') =>
      Payout.createPayout({ idempotencyKey, data: { ...data, ...change } })
    return [
      {
        name: 'Balance.getBalance()',
        async run() {
          const { balance } = await xendit.Balance.getBalance({ accountType: 'CASH' })
          assert.equal(balance, 100_000_000_000)
          const stranger = new Xendit({ secretKey: 'xnd_development_wrong', xenditURL })
          await assert.rejects(stranger.Balance.getBalance(), refusedWith('INVALID_API_KEY', 401))
        },
      },
      ...creatingCalls(create, control, made),
      ...readingCalls(Payout, create, made),
      ...transactionCalls(xendit, control),
      ...refundCalls(xendit, control),
    ]
  },
}
