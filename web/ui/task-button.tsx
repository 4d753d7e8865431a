import { type ReactNode, useState } from 'react'
import { useFailureText } from './failure-text.ts'
import { useToast } from './toast.tsx'

type TaskProps = Readonly<{ task: () => Promise<unknown>; children: ReactNode; className?: string }>

/** A button that runs one call at a time, and shows why one failed. */
export function TaskButton({ task, children, className = '' }: TaskProps) {
  const failureText = useFailureText()
  const toast = useToast()
  const [running, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    await task().catch((error: unknown) => toast(failureText(error)))
    setRunning(false)
  }
  return (
    <button
      type="button"
      className={className}
      onClick={() => void run()}
      disabled={running}
      aria-busy={running}
    >
      {children}
    </button>
  )
}
