import { useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Form, Select, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice } from '../../ui/status.tsx'
import { useRead } from '../data.ts'
import { withdrawTexts } from '../texts/withdraw.ts'
import { useTukar } from '../tukar.tsx'

export type BankAccount = components['schemas']['BankAccount']
type Bank = components['schemas']['Bank']

export const accountName = ({ bankName, account, bankOwner }: BankAccount): string =>
  `${bankName} ${account} · ${bankOwner}`

/** Adds a bank account: in a dialog, or at once if the user has none. */
export function AddBankAccount({ isFirst = false }: Readonly<{ isFirst?: boolean }>) {
  const t = useTexts(withdrawTexts)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (isFirst) {
    return (
      <div className="card">
        <p>{t.noAccount}</p>
        <BankAccountForm onDone={close} />
      </div>
    )
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t.addAccount}
      </button>
      {isOpen && (
        <Dialog title={t.addAccount} onClose={close}>
          <BankAccountForm onDone={close} />
        </Dialog>
      )}
    </>
  )
}

function BankAccountForm({ onDone }: Readonly<{ onDone: () => void }>) {
  const banks = useRead(['settings', 'banks'], (tukar) => tukar.get('/api/banks'))
  const owner = useRead(['me', 'bank-owner'], (tukar) =>
    tukar.post('/api/user/bank/owner', { body: {} }),
  )
  return (
    <Loaded query={banks}>
      {(all) => (
        <Loaded query={owner}>
          {({ provenName }) => (
            <Fields {...{ provenName, onDone }} banks={all.filter(({ payout }) => payout)} />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

/** The longest account number that the service takes; most banks state their own bounds. */
const mostDigits = 34

const hasDigits = (text: string, least: number, most: number): boolean =>
  /^[0-9]+$/.test(text) && text.length >= least && text.length <= most

type FieldsProps = Readonly<{
  banks: readonly Bank[]
  provenName: string | null
  onDone: () => void
}>

function Fields({ banks, provenName, onDone }: FieldsProps) {
  const t = useTexts(withdrawTexts)
  const { tukar } = useTukar()
  const queries = useQueryClient()
  const [bankId, setBankId] = useState(banks[0]?.code ?? '')
  /** The other name that was warned of: it is saved if it is sent again. */
  const [warned, setWarned] = useState<string | null>(null)
  const bank = banks.find(({ code }) => code === bankId)
  const { accountMinDigits: least, accountMaxDigits: most } = bank ?? {}
  const add = async ({ account = '', bankOwner = '', address = '' }: Values) => {
    if (bankOwner !== warned) {
      const { isSame } = await tukar.post('/api/user/bank/owner', { body: { bankOwner } })
      if (isSame === false) return setWarned(bankOwner)
    }
    const bankName = bank?.shortName ?? ''
    await tukar.post('/api/user/bank', { body: { bankId, bankName, account, bankOwner, address } })
    await queries.invalidateQueries({ queryKey: ['accounts'] })
    onDone()
  }
  const digits = t.digits(`${least ?? 1}`, `${most ?? mostDigits}`)
  const check = ({ account = '', bankOwner, address }: Values) => ({
    account: hasDigits(account, least ?? 1, most ?? mostDigits) ? null : digits,
    bankOwner: bankOwner ? null : t.required,
    address: address ? null : t.required,
  })
  return (
    <Form submit={warned === null ? t.save : t.saveAnyway} onSubmit={add} check={check}>
      <Select
        name="bankId"
        label={t.bank}
        value={bankId}
        onChoose={setBankId}
        choices={banks.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <Field name="account" label={t.accountNumber} inputMode="numeric" hint={digits} />
      <Field
        name="bankOwner"
        label={t.owner}
        hint={t.ownerHint}
        autoComplete="name"
        defaultValue={provenName ?? ''}
        onChange={() => setWarned(null)}
      />
      {warned !== null && provenName !== null && (
        <Notice tone="busy">{t.otherOwner(provenName)}</Notice>
      )}
      <Field name="address" label={t.ownerAddress} autoComplete="street-address" />
    </Form>
  )
}
