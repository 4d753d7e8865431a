import assert from 'node:assert/strict'
import Xendit from 'xendit-node-1'
import { z } from 'zod'
import { type Rig, testSecrets } from '../test-rig.ts'
import type { Call, Client } from './client.ts'

/** The client declares every answer as `object`. */
const Account = z.looseObject({ id: z.string(), account_number: z.string(), status: z.string() })
const Banks = z.array(z.object({ name: z.string(), code: z.string() }))
const Payment = z.looseObject({ amount: z.number(), external_id: z.string() })
const Code = z.looseObject({ id: z.string(), qr_string: z.string(), status: z.string() })
const Payments = z.array(z.looseObject({ id: z.string(), amount: z.number(), status: z.string() }))
const Paid = z.object({ payment_id: z.string() })

/** The client wants members of enums that it does not export, where its examples write words. */
interface Codes {
  createCode(asked: {
    externalID: string
    type: string
    callbackURL: string
    amount?: number
  }): Promise<object>
}
interface Balances {
  getBalance(asked: { accountType: string }): Promise<object>
}

const externalID = 'va-7'

function accountCalls(xendit: Xendit, control: Rig['control']): readonly Call[] {
  const virtualAccounts = new xendit.VirtualAcc({})
  const create = (bankCode: string) =>
    virtualAccounts.createFixedVA({ externalID, bankCode, name: 'Budi Contoh' })
  const made = { id: '', number: '' }
  return [
    {
      name: 'VirtualAcc.getVABanks()',
      async run() {
        const banks = Banks.parse(await virtualAccounts.getVABanks())
        assert.ok(banks.some(({ code }) => code === 'BCA'))
      },
    },
    {
      name: 'VirtualAcc.createFixedVA()',
      async run() {
        const account = Account.parse(await create('BCA'))
        made.id = account.id
        made.number = account.account_number
        assert.equal(account.status, 'PENDING')
        const refusal = { status: 400, code: 'BANK_NOT_SUPPORTED_ERROR' }
        await assert.rejects(create('NOWHERE'), refusal)
      },
    },
    {
      name: 'VirtualAcc.getFixedVA()',
      async run() {
        const account = Account.parse(await virtualAccounts.getFixedVA({ id: made.id }))
        assert.equal(account.account_number, made.number)
      },
    },
    {
      name: 'VirtualAcc.updateFixedVA()',
      async run() {
        const change = { id: made.id, expirationDate: new Date('2050-01-01'), isSingleUse: true }
        const account = Account.parse(await virtualAccounts.updateFixedVA(change))
        assert.deepEqual(
          [account['expiration_date'], account['is_single_use']],
          ['2050-01-01T00:00:00.000Z', true],
        )
      },
    },
    {
      name: 'VirtualAcc.getVAPayment()',
      async run() {
        const paying = { accountNumber: made.number, amount: 50_000 }
        const paid = Paid.parse((await control('POST', '/payx/va-payments', paying)).json)
        const paymentID = paid.payment_id
        const payment = Payment.parse(await virtualAccounts.getVAPayment({ paymentID }))
        assert.deepEqual([payment.amount, payment.external_id], [50_000, externalID])
      },
    },
  ]
}

function codeCalls(xendit: Xendit): readonly Call[] {
  const codes = new xendit.QrCode({})
  const creating: Codes = codes
  const wanted = {
    externalID: 'qr-7',
    type: xendit.QrCode.Type.Dynamic,
    callbackURL: 'https://tukar.test/callback',
    amount: 25_000,
  }
  return [
    {
      name: 'QrCode.createCode()',
      async run() {
        const code = Code.parse(await creating.createCode(wanted))
        assert.equal(code.status, 'ACTIVE')
        await assert.rejects(creating.createCode(wanted), { status: 409, code: 'DUPLICATE_ERROR' })
        const dear = creating.createCode({ ...wanted, externalID: 'qr-8', amount: 10_000_001 })
        await assert.rejects(dear, { status: 400, code: 'API_VALIDATION_ERROR' })
      },
    },
    {
      name: 'QrCode.getCode()',
      async run() {
        const code = Code.parse(await codes.getCode({ externalID: wanted.externalID }))
        assert.match(code.qr_string, /^000201/)
        const unknown = codes.getCode({ externalID: 'qr-9' })
        await assert.rejects(unknown, { status: 404, code: 'DATA_NOT_FOUND' })
      },
    },
    {
      name: 'QrCode.simulate()',
      async run() {
        const [paid] = Payments.parse([await codes.simulate({ externalID: wanted.externalID })])
        assert.deepEqual([paid?.amount, paid?.status], [25_000, 'COMPLETED'])
      },
    },
    {
      name: 'QrCode.getPayments()',
      async run() {
        const { externalID } = wanted
        const from = new Date(Date.now() - 60_000).toISOString()
        const found = await codes.getPayments({ externalID, from, limit: 10 })
        assert.equal(Payments.parse(found)[0]?.amount, 25_000)
        assert.deepEqual(await codes.getPayments({ externalID, to: from }), [])
      },
    },
  ]
}

export const xenditNode1: Client = {
  package: 'xendit-node-1',
  emulator: 'payx',
  setUp: 'Its option `xenditURL` is the base URL of the emulator.',
  calls({ sandbox, control }) {
    const xenditURL = `${sandbox.url}/payx`
    const xendit = new Xendit({ secretKey: testSecrets.payxSecretKey, xenditURL })
    return [
      {
        name: 'Balance.getBalance()',
        async run() {
          const balance: Balances = new xendit.Balance({})
          assert.deepEqual(await balance.getBalance({ accountType: 'CASH' }), {
            balance: 100_000_000_000,
          })
        },
      },
      ...accountCalls(xendit, control),
      ...codeCalls(xendit),
    ]
  },
}
