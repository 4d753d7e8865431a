import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type components, formatDecimal } from '@tukar/client'
import { useState } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { CopyButton } from '../../ui/copy-text.tsx'
import { Form, Select } from '../../ui/form.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { useRead } from '../data.ts'
import { useOnce } from '../once.ts'
import { payAccount, SandboxPayment } from '../sandbox/sandbox-payment.tsx'
import { depositTexts } from '../texts/deposit.ts'
import { moneyTexts } from '../texts/money.ts'
import { useTukar } from '../tukar.tsx'
import { type BankCode, bankCodes } from './bank-codes.ts'
import { Instructions } from './instructions.tsx'

type Account = components['schemas']['VirtualAccount']
type Terms = components['schemas']['PaymentMethodTerms']

const openingMs = 1_000

/** The user's virtual accounts. One that the bank is opening is asked for until it is open. */
function useAccounts() {
  const { tukar } = useTukar()
  return useQuery({
    queryKey: ['transfers', 'virtual-accounts'],
    queryFn: () => tukar.get('/api/payx/virtual-accounts'),
    refetchInterval: ({ state }) => (state.data?.some(isOpening) ? openingMs : false),
  })
}

const isOpening = ({ status }: Account): boolean => status === 'REQUESTED' || status === 'PENDING'

/** Rupiah by bank transfer: the user chooses a bank, and gets a number at it. */
export function VirtualAccountDeposit() {
  const t = useTexts(depositTexts)
  const [chosen, setChosen] = useState<BankCode | null>(null)
  const terms = useRead(['settings', 'va'], (tukar) =>
    tukar.get('/api/payx/payment-method/{type}', { params: { path: { type: 'va' } } }),
  )
  const accounts = useAccounts()
  return (
    <Loaded query={terms}>
      {(va) => (
        <Loaded query={accounts}>
          {(all) => {
            const own = all.filter(({ status }) => status !== 'INACTIVE')
            const first = bankCodes.find((one) => own.some(({ bankCode }) => bankCode === one))
            const bank = chosen ?? first ?? 'BCA'
            const account = own.find(({ bankCode }) => bankCode === bank)
            const choose = (code: string) =>
              setChosen(bankCodes.find((one) => one === code) ?? null)
            return (
              <>
                <div className="card">
                  <Select
                    name="bank"
                    label={t.bank}
                    value={bank}
                    onChoose={choose}
                    choices={va.banks.map(({ code, name }) => ({ value: code, label: name }))}
                  />
                  {account === undefined ? (
                    <OpenAccount key={bank} bank={bank} />
                  ) : (
                    <AccountFacts account={account} terms={va} />
                  )}
                </div>
                {account?.status === 'ACTIVE' && <Instructions bank={bank} />}
                {account?.status === 'ACTIVE' && account.accountNumber !== null && (
                  <SandboxPayment amount="250000" pay={payAccount(account.accountNumber)} />
                )}
              </>
            )
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

function OpenAccount({ bank }: Readonly<{ bank: BankCode }>) {
  const t = useTexts(depositTexts)
  const { tukar } = useTukar()
  const queries = useQueryClient()
  const once = useOnce()
  const open = async () => {
    await once((key) =>
      tukar.post('/api/payx/virtual-accounts', {
        body: { bankCode: bank },
        params: { header: { 'Idempotency-Key': key } },
      }),
    )
    await queries.invalidateQueries({ queryKey: ['transfers', 'virtual-accounts'] })
  }
  return (
    <Form submit={t.openAccount} onSubmit={open}>
      {null}
    </Form>
  )
}

function AccountFacts({ account, terms }: Readonly<{ account: Account; terms: Terms }>) {
  const t = useTexts(depositTexts)
  const money = useTexts(moneyTexts)
  const language = useLanguage()
  const { accountNumber, status } = account
  const rupiah = (value: string) => formatDecimal(value, language, { symbol: 'IDR' })
  return (
    <>
      <div className="between">
        <span className="quiet">{t.number}</span>
        <Status tone={status === 'ACTIVE' ? 'good' : isOpening(account) ? 'busy' : 'bad'}>
          {wordIn(t.accountStatuses, status)}
        </Status>
      </div>
      {accountNumber !== null && (
        <div className="between">
          <code className="number">{accountNumber}</code>
          <CopyButton text={accountNumber} />
        </div>
      )}
      <dl className="facts">
        <dt>{t.each}</dt>
        <dd>{t.bounds(rupiah(terms.minimum), rupiah(terms.maximum))}</dd>
        <dt>{money.fee}</dt>
        <dd>
          <Amount value={terms.fee} symbol="IDR" />
        </dd>
      </dl>
      <p className="hint">{t.noExpiry}</p>
    </>
  )
}
