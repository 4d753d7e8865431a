import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from './language.tsx'
import { uiWords } from './words.ts'

type DialogProps = Readonly<{ title: string; onClose: () => void; children: ReactNode }>

/** What a dialog asks for: it gets the focus, and not the button that closes the dialog. */
const field = ':is(input, textarea, select):not([type="hidden"], :disabled)'

/** A modal dialog; it is open as long as it is rendered. Escape and a click beside it close it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const words = useTexts(uiWords)
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    ref.current?.showModal()
    ref.current?.querySelector<HTMLElement>(field)?.focus()
  }, [])
  return (
    <dialog ref={ref} onClose={onClose} closedby="any" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button type="button" className="close" onClick={onClose} aria-label={words.close}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  )
}

type ConfirmProps = DialogProps &
  Readonly<{ action: string; tone?: 'main' | 'danger'; onConfirm: () => void }>

/** Asks before something that cannot be undone. */
export function Confirm({ action, tone = 'danger', onConfirm, ...dialog }: ConfirmProps) {
  const words = useTexts(uiWords)
  return (
    <Dialog {...dialog}>
      {dialog.children}
      <div className="actions">
        <button type="button" onClick={dialog.onClose}>
          {words.cancel}
        </button>
        <button type="button" className={`primary ${tone}`} onClick={onConfirm}>
          {action}
        </button>
      </div>
    </Dialog>
  )
}
