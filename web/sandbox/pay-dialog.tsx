import { Dialog } from '../ui/dialog.tsx'
import { Field, Form, Select } from '../ui/form.tsx'
import { useTexts } from '../ui/language.tsx'
import { useToast } from '../ui/toast.tsx'
import { useTypedAmounts } from './money-data.ts'
import { moneyTexts } from './texts/money.ts'

type PayDialogProps = Readonly<{
  to: string
  /** Prefilled. */
  amount: string | undefined
  /** Whether the payment may be reported as failed. */
  mayFail?: boolean
  pay: (amount: string, succeeds: boolean) => Promise<unknown>
  onClose: () => void
}>

/** Pays one account, code or order with any amount. */
export function PayDialog({ to, amount, mayFail = false, pay, onClose }: PayDialogProps) {
  const t = useTexts(moneyTexts)
  const toast = useToast()
  const { shown, read } = useTypedAmounts()
  return (
    <Dialog title={t.payTo(to)} onClose={onClose}>
      <Form
        submit={t.submit}
        onSubmit={async (values) => {
          await pay(read(values['amount']), values['result'] !== 'fails')
          toast(t.paid)
          onClose()
        }}
      >
        <Field
          name="amount"
          label={t.amount}
          defaultValue={shown(amount)}
          inputMode="decimal"
          unit="IDR"
          required
        />
        {mayFail && (
          <Select
            name="result"
            label={t.result}
            choices={[
              { value: 'succeeds', label: t.succeeds },
              { value: 'fails', label: t.fails },
            ]}
          />
        )}
      </Form>
    </Dialog>
  )
}
