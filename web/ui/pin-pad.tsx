import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from './language.tsx'
import { uiWords } from './words.ts'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

type PinPadProps = Readonly<{
  label: string
  digits?: number
  /** Called with the whole PIN; what it returns is shown as the problem, null if it was right. */
  onPin: (pin: string) => Promise<string | null>
}>

/** Ten large keys for a PIN; a keyboard works as well. */
export function PinPad({ label, digits = 6, onPin }: PinPadProps) {
  const words = useTexts(uiWords)
  // Keys may follow each other faster than the page is drawn.
  const pin = useRef('')
  const [entered, setEntered] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const become = (next: string) => {
    pin.current = next
    setEntered(next.length)
  }
  const enter = async (digit: string) => {
    if (pin.current.length >= digits) return
    const next = pin.current + digit
    become(next)
    setProblem(null)
    if (next.length < digits) return
    setProblem(await onPin(next))
    become('')
  }
  const erase = () => become(pin.current.slice(0, -1))
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (/^[0-9]$/.test(key)) void enter(key)
    if (key === 'Backspace') erase()
  })
  // Listens before the pad is painted, so that no key typed at once is lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <fieldset className="pin-pad">
      <legend>{label}</legend>
      <div className="pin-dots" role="img" aria-label={`${entered} / ${digits}`}>
        {Array.from({ length: digits }, (_, index) => index).map((index) => (
          <i key={index} className={index < entered ? 'filled' : ''} />
        ))}
      </div>
      <div className="problem" role="alert">
        {problem}
      </div>
      <div className="pin-keys">
        {keys.map((key) => (
          <button key={key} type="button" onClick={() => void enter(key)}>
            {key}
          </button>
        ))}
        <span />
        <button type="button" onClick={() => void enter('0')}>
          0
        </button>
        <button type="button" onClick={erase} aria-label={words.erase}>
          ⌫
        </button>
      </div>
    </fieldset>
  )
}
