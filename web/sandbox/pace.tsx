import { type ReactNode, useId, useState } from 'react'
import * as z from 'zod/mini'
import { useFailureText } from '../ui/failure-text.ts'
import { useToast } from '../ui/toast.tsx'
import { post, useControl } from './control.ts'

type PaceProps = Readonly<{
  provider: 'payx' | 'custody' | 'venue'
  /** The part of its pace that is switched. */
  name: 'auto' | 'walk' | 'match'
  children: ReactNode
}>

const Pace = z.record(z.string(), z.boolean())

/** Switches whether an emulator advances by itself. */
export function PaceSwitch({ provider, name, children }: PaceProps) {
  const id = useId()
  const toast = useToast()
  const failureText = useFailureText()
  const path = `/${provider}/pace`
  const { data: pace, refetch } = useControl('state', path, Pace)
  const [wanted, setWanted] = useState<boolean | null>(null)
  const isOn = wanted ?? pace?.[name] ?? true
  const change = async (next: boolean) => {
    setWanted(next)
    await post(path, { [name]: next }).catch((error: unknown) => toast(failureText(error)))
    await refetch()
    setWanted(null)
  }
  return (
    <div className="panel-check">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        onChange={(event) => void change(event.target.checked)}
      />
      <label htmlFor={id}>{children}</label>
    </div>
  )
}
