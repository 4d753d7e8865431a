import { type ReactNode, useState } from 'react'
import { Amount } from '../ui/amount.tsx'
import { useTexts } from '../ui/language.tsx'
import { Empty } from '../ui/states.tsx'
import { Status } from '../ui/status.tsx'
import { TaskButton } from '../ui/task-button.tsx'
import { useToast } from '../ui/toast.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { moneyTexts } from './texts/money.ts'

/** Something that waits for a payment. */
export type Payable = Readonly<{
  key: string
  /** A number or a reference, by which its row is found. */
  name: string
  about: readonly string[]
  status: string
  /** Undefined if any amount may be paid. */
  amount: string | undefined
  /** Whether no other amount is taken. */
  isExact?: boolean
  mayFail?: boolean
  pay: (amount: string, succeeds: boolean) => Promise<unknown>
}>

type PayableListProps = Readonly<{
  title: string
  none: string
  payables: readonly Payable[]
  search: string
  children?: ReactNode
}>

/** Lists what waits for a payment, newest first. */
export function PayableList({ title, none, payables, search, children }: PayableListProps) {
  const wanted = search.trim().toLowerCase()
  const found = payables
    .filter(({ name, about }) => [name, ...about].join(' ').toLowerCase().includes(wanted))
    .toReversed()
  return (
    <section className="card flush" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      {found.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <ul className="list">
          {found.map((payable) => (
            <PayableItem key={payable.key} payable={payable} />
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}

function PayableItem({ payable }: Readonly<{ payable: Payable }>) {
  const t = useTexts(moneyTexts)
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const { name, about, status, amount, isExact = false, mayFail = false, pay } = payable
  const payAll = async (whole: string) => {
    await pay(whole, true)
    toast(t.paid)
  }
  return (
    <li className="panel-row">
      <div className="lines">
        <span className="row">
          <strong>{name}</strong>
          <Status tone={status === 'ACTIVE' ? 'good' : 'busy'}>{status}</Status>
        </span>
        <span className="quiet">{about.filter((part) => part !== '').join(' · ')}</span>
        <span>
          {amount === undefined ? (
            <span className="quiet">{t.anyAmount}</span>
          ) : (
            <>
              {isExact && `${t.exactly} `}
              <Amount value={amount} symbol="IDR" />
            </>
          )}
        </span>
      </div>
      <div className="row">
        {amount !== undefined && (
          <TaskButton className="small" task={() => payAll(amount)}>
            {t.payAll}
          </TaskButton>
        )}
        <button type="button" className="small" onClick={() => setOpen(true)}>
          {t.pay}
        </button>
      </div>
      {isOpen && (
        <PayDialog
          to={name}
          amount={amount}
          mayFail={mayFail}
          pay={pay}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  )
}
