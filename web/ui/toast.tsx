import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'

const shownMs = 5_000

type ShowToast = (text: string) => void

const ToastContext = createContext<ShowToast>(() => undefined)

/** Shows short messages above all screens, each for a few seconds. */
export function ToastProvider({ children }: Readonly<{ children: ReactNode }>) {
  const [toasts, setToasts] = useState<readonly Readonly<{ id: number; text: string }>[]>([])
  const count = useRef(0)
  const show = useCallback((text: string) => {
    count.current += 1
    const id = count.current
    setToasts((shown) => [...shown, { id, text }])
    setTimeout(() => setToasts((shown) => shown.filter((one) => one.id !== id)), shownMs)
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status">
        {toasts.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
    </ToastContext>
  )
}

export const useToast = (): ShowToast => use(ToastContext)
