import { useTexts } from '../../../ui/language.tsx'
import { Action } from '../../action.tsx'
import type { Role } from '../../roles.ts'
import { shared } from '../texts.ts'
import { referenceTexts } from './texts.ts'

type SwitchProps = Readonly<{
  name: string
  active: boolean
  role: Role
  run: (active: boolean) => Promise<unknown>
}>

/** Enables what is disabled, and disables what is enabled. */
export function SwitchAction({ name, active, role, run }: SwitchProps) {
  const t = useTexts(referenceTexts)
  const words = useTexts(shared)
  return (
    <Action
      title={active ? words.disable : words.enable}
      role={role}
      tone={active ? 'danger' : 'main'}
      run={() => run(!active)}
    >
      <p>
        <b>{name}</b>: {t.switchHint}
      </p>
    </Action>
  )
}
