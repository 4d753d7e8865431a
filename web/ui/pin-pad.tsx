import { useEffect, useState } from 'react'
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
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const enter = async (digit: string) => {
    if (pin.length >= digits) return
    const next = pin + digit
    setPin(next)
    setProblem(null)
    if (next.length < digits) return
    setProblem(await onPin(next))
    setPin('')
  }
  const erase = () => setPin((before) => before.slice(0, -1))
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (/^[0-9]$/.test(key)) void enter(key)
      if (key === 'Backspace') erase()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return (
    <fieldset className="pin-pad">
      <legend>{label}</legend>
      <div className="pin-dots" role="img" aria-label={`${pin.length} / ${digits}`}>
        {Array.from({ length: digits }, (_, index) => index).map((index) => (
          <i key={index} className={index < pin.length ? 'filled' : ''} />
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
