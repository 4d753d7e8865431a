import { useState } from 'react'
import * as z from 'zod/mini'
import { Field, Form, Select } from '../ui/form.tsx'
import { useTexts } from '../ui/language.tsx'
import { Loaded } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'
import { CoinAddresses } from './coin-addresses.tsx'
import { post } from './control.ts'
import {
  type PaydOrder,
  type QrCode,
  usePayd,
  usePayx,
  useTypedAmounts,
  type VirtualAccount,
} from './money-data.ts'
import { type Payable, PayableList } from './payable.tsx'
import { Search } from './search.tsx'
import { moneyTexts } from './texts/money.ts'

/** Pays in from outside, as banks, wallets and other holders of coins do. */
export function MoneyIn() {
  const t = useTexts(moneyTexts)
  const [search, setSearch] = useState('')
  return (
    <>
      <Search label={t.search} value={search} onChange={setSearch} />
      <div className="panel-columns">
        <div className="stack">
          <Loaded query={usePayx()}>
            {({ payx: { virtualAccounts, qrCodes } }) => (
              <>
                <PayableList
                  title={t.accounts}
                  none={t.noAccounts}
                  search={search}
                  payables={virtualAccounts.filter(isOpen).map(payableAccount)}
                />
                <PayableList
                  title={t.codes}
                  none={t.noCodes}
                  search={search}
                  payables={qrCodes.filter(isOpen).map(payableCode)}
                />
              </>
            )}
          </Loaded>
        </div>
        <div className="stack">
          <Loaded query={usePayd()}>
            {({ payd: { payments } }) => (
              <PayableList
                title={t.orders}
                none={t.noOrders}
                search={search}
                payables={payments.filter(isUnpaid).map(payableOrder)}
              />
            )}
          </Loaded>
          <OtherNumber />
          <CoinAddresses search={search} />
        </div>
      </div>
    </>
  )
}

const isOpen = ({ status }: Readonly<{ status: string }>): boolean => status !== 'INACTIVE'
const isUnpaid = ({ statusCode }: PaydOrder): boolean => statusCode === '01'

const payAccount = (accountNumber: string, amount: string) =>
  post('/payx/va-payments', { accountNumber, amount })

const payableAccount = (account: VirtualAccount): Payable => ({
  key: account.id,
  name: account.account_number,
  about: [account.bank_code, account.name],
  status: account.status,
  amount: account.expected_amount,
  isExact: account.is_closed,
  pay: (amount) => payAccount(account.account_number, amount),
})

function payableCode({ id, external_id, reference_id, amount, status }: QrCode): Payable {
  const externalId = external_id ?? reference_id ?? id
  return {
    key: id,
    name: externalId,
    about: [],
    status,
    amount,
    pay: (paid) => post('/payx/qr-payments', { externalId, amount: paid }),
  }
}

/** payd's code of a payment that failed. */
const failed = '01'

const payableOrder = (order: PaydOrder): Payable => ({
  key: order.merchantOrderId,
  name: order.merchantOrderId,
  about: [order.paymentCode, order.vaNumber, order.productDetail],
  status: 'PROCESS',
  amount: order.amount,
  mayFail: true,
  pay: (amount, succeeds) =>
    post('/payd/payments', {
      merchantOrderId: order.merchantOrderId,
      amount,
      resultCode: succeeds ? '00' : failed,
    }),
})

const Inquired = z.object({ inquiry: z.object({ statusCode: z.string() }) })

/** Pays a typed number: one of an earlier run, or a fixed number of payd. */
function OtherNumber() {
  const t = useTexts(moneyTexts)
  const toast = useToast()
  const { read } = useTypedAmounts()
  return (
    <section className="card" aria-label={t.numbers}>
      <h2>{t.numbers}</h2>
      <Form
        submit={t.submit}
        onSubmit={async ({ through, number = '', amount: typed }) => {
          const amount = read(typed)
          if (through === 'payx') {
            await payAccount(number, amount)
            toast(t.paid)
            return
          }
          const { inquiry } = Inquired.parse(
            await post('/payd/va-payments', { vaNo: number, amount }),
          )
          toast(inquiry.statusCode === '00' ? t.paid : t.answered(inquiry.statusCode))
        }}
      >
        <Select
          name="through"
          label={t.through}
          choices={[
            { value: 'payx', label: 'payx' },
            { value: 'payd', label: 'payd' },
          ]}
        />
        <Field name="number" label={t.number} hint={t.numbersHint} inputMode="numeric" required />
        <Field name="amount" label={t.amount} inputMode="decimal" unit="IDR" required />
      </Form>
    </section>
  )
}
