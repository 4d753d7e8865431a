import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { CodeInput } from '../ui/code-input.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useFailureText } from '../ui/failure-text.ts'
import { Form, TextArea, type Values } from '../ui/form.tsx'
import { useTexts } from '../ui/language.tsx'
import { useToast } from '../ui/toast.tsx'
import { useOperator } from './desk.tsx'
import { useLostAt } from './live.ts'
import { mayActAs, type Role } from './roles.ts'
import { words } from './texts.ts'

type ActionProps = Readonly<{
  title: string
  /** Without this role there is no button. */
  role: Role
  /** Sends the values of the fields; what it throws is shown in the dialog. */
  run: (values: Values, version: string) => Promise<unknown>
  /** The version of the edited item. */
  version?: string
  /** What will happen, in a sentence or two, and the fields. */
  children?: ReactNode
  tone?: 'main' | 'danger'
  /** Its key: `a` approves, and is the one action of its page in blue; `r` rejects. */
  shortcut?: string
  /** Called after a success, in place of the message. */
  onDone?: () => void
}>

/** A button whose dialog states what will happen, asks for what is needed, and sends it. */
export function Action(props: ActionProps) {
  const { title, role, run, version, children, tone = 'main', shortcut, onDone } = props
  const t = useTexts(words)
  const operator = useOperator()
  const queries = useQueryClient()
  const toast = useToast()
  const { isOpen, open, close } = useOpened(title)
  const [isSending, setSending] = useState(false)
  const failureText = useFailureText()
  const [round, setRound] = useState(0)
  const isLost = useLostAt() !== null
  if (!mayActAs(operator.role, role)) return null
  const send = async (values: Values, read: string) => {
    setSending(true)
    try {
      await run(values, read)
    } catch (error) {
      // The dialog shows it, unless the operator has closed it.
      if (isOpen.current) throw error
      return toast(failureText(error))
    } finally {
      setSending(false)
    }
    close()
    await queries.invalidateQueries()
    if (onDone === undefined) toast(t.done)
    else onDone()
  }
  return (
    <>
      <button
        type="button"
        className={`small ${tone === 'danger' ? 'danger' : shortcut === 'a' ? 'primary' : ''}`}
        aria-keyshortcuts={shortcut}
        disabled={isLost || isSending}
        onClick={open}
      >
        {title}
      </button>
      {isOpen.current && (
        <Dialog title={title} onClose={close}>
          <fieldset disabled={isLost}>
            <Form
              key={round}
              submit={title}
              tone={tone}
              version={version}
              onSubmit={send}
              onReload={() => void queries.invalidateQueries().then(() => setRound(round + 1))}
            >
              {children}
            </Form>
          </fieldset>
        </Dialog>
      )}
    </>
  )
}

/** Whether a dialog is open under this title: under another one it would do something else. */
function useOpened(title: string) {
  const [opened, setOpened] = useState<string | null>(null)
  const isOpen = useRef(false)
  isOpen.current = opened === title
  return { isOpen, open: () => setOpened(title), close: () => setOpened(null) }
}

/** Why the operator does it, for the audit. */
export function ReasonField() {
  const t = useTexts(words)
  return <TextArea name="reason" label={t.reason} hint={t.reasonHint} required maxLength={500} />
}

/** The authenticator's code, for an operator who has bound an app. */
export function CodeField() {
  const t = useTexts(words)
  const { bind2FA } = useOperator()
  return bind2FA ? <CodeInput name="otpCode" label={t.code} hint={t.codeHint} /> : null
}

/** What a proposal takes beside its change: the reason, and the authenticator's code. */
export const ProposalFields = () => (
  <>
    <ReasonField />
    <CodeField />
  </>
)

/** The reason and the code as fields of a request. */
export const statedIn = ({ reason, otpCode }: Values) => ({
  ...(reason === undefined || reason === '' ? {} : { reason }),
  ...withCode(otpCode),
})

/** The authenticator's code as a field of a request, if the operator entered one. */
export const withCode = (otpCode: string | undefined) =>
  otpCode === undefined || otpCode === '' ? {} : { otpCode }
