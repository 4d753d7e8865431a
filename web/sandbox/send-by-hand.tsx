import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Form, Select } from '../ui/form.tsx'
import { useTexts } from '../ui/language.tsx'
import { useToast } from '../ui/toast.tsx'
import { post } from './control.ts'
import { useCustodyAssets, useTypedAmounts } from './money-data.ts'
import { payoutTexts } from './texts/payouts.ts'

const places = ['ONE_TIME_ADDRESS', 'EXCHANGE_ACCOUNT', 'INTERNAL_WALLET', 'VAULT_ACCOUNT'] as const
const ours = '1'

/** Sends coins from our vault without an id of ours, as staff do in custody's console. */
export function SendByHand() {
  const t = useTexts(payoutTexts)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="small" onClick={() => setIsOpen(true)}>
        {t.byHand}
      </button>
      {isOpen && <SendDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function SendDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const t = useTexts(payoutTexts)
  const toast = useToast()
  const { read } = useTypedAmounts()
  const assets = useCustodyAssets().data ?? ['BTC']
  return (
    <Dialog title={t.byHandTitle} onClose={onClose}>
      <Form
        submit={t.send}
        onSubmit={async ({ assetId, amount, type = '', to = '' }) => {
          const destination =
            type === 'ONE_TIME_ADDRESS'
              ? { type, oneTimeAddress: { address: to } }
              : { type, id: to }
          const source = { type: 'VAULT_ACCOUNT', id: ours }
          await post('/custody/transfers', { assetId, amount: read(amount), source, destination })
          toast(t.sentByHand)
          onClose()
        }}
      >
        <Select
          name="assetId"
          label={t.asset}
          choices={assets.map((value) => ({ value, label: value }))}
          key={assets.length}
        />
        <Field name="amount" label={t.amount} inputMode="decimal" required />
        <Select
          name="type"
          label={t.place}
          choices={places.map((value) => ({ value, label: t.places[value] }))}
        />
        <Field name="to" label={t.to} required />
      </Form>
    </Dialog>
  )
}
