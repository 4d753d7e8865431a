import assert from 'node:assert/strict'
import { Xendit } from 'xendit-node'
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
    ]
  },
}
