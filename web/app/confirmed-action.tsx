import { type ReactNode, useState } from 'react'
import { Confirm } from '../ui/dialog.tsx'
import { Failure } from '../ui/states.tsx'

type ActionProps = Readonly<{
  label: string
  /** What will happen, shown before it does. */
  question: ReactNode
  onConfirm: () => Promise<unknown>
  small?: boolean
}>

/** A button whose action is confirmed first; a failure is shown below it. */
export function ConfirmedAction({ label, question, onConfirm, small = false }: ActionProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const confirm = async () => {
    setAsking(false)
    setFailure(null)
    setBusy(true)
    await onConfirm().catch(setFailure)
    setBusy(false)
  }
  return (
    <>
      <button
        type="button"
        className={small ? 'small' : ''}
        disabled={busy}
        aria-busy={busy}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      {failure !== null && <Failure error={failure} />}
      {asking && (
        <Confirm
          title={label}
          action={label}
          onClose={() => setAsking(false)}
          onConfirm={() => void confirm()}
        >
          <p>{question}</p>
        </Confirm>
      )}
    </>
  )
}
