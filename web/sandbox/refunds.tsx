import { Amount } from '../ui/amount.tsx'
import { useTexts } from '../ui/language.tsx'
import { Loaded } from '../ui/states.tsx'
import { TaskButton } from '../ui/task-button.tsx'
import { useToast } from '../ui/toast.tsx'
import { post } from './control.ts'
import { type PaidIn, usePayx } from './money-data.ts'
import { payoutTexts } from './texts/payouts.ts'

/** Payments of payx, newest first, each of which can be returned to its payer. */
export function PaidPayments() {
  return (
    <Loaded query={usePayx()}>
      {({ payx: { payments, qrPayments } }) =>
        [...payments, ...qrPayments].map((paid) => <Paid key={paid.id} paid={paid} />).toReversed()
      }
    </Loaded>
  )
}

function Paid({ paid: { id, to, amount } }: Readonly<{ paid: PaidIn }>) {
  const t = useTexts(payoutTexts)
  const toast = useToast()
  const refund = async () => {
    await post('/payx/refunds', { paymentId: id })
    toast(t.refunded)
  }
  return (
    <li className="panel-row">
      <div className="lines">
        <strong>
          <Amount value={amount} symbol="IDR" />
        </strong>
        <span>{to}</span>
        <code className="quiet">{id}</code>
      </div>
      <TaskButton className="small" task={refund}>
        {t.refund}
      </TaskButton>
    </li>
  )
}
