import type { Values } from '../../../ui/form.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { Action, ProposalFields } from '../../action.tsx'
import type { Role } from '../../roles.ts'
import { shared } from '../texts.ts'
import { referenceTexts } from './texts.ts'

type SwitchProps = Readonly<{
  name: string
  active: boolean
  role: Role
  /** Whether enabling becomes a proposal, under a code. */
  guarded?: boolean
  /** The version of the item. */
  version: string
  run: (active: boolean, values: Values, version: string) => Promise<unknown>
}>

/** Enables what is disabled, and disables what is enabled. */
export function SwitchAction(props: SwitchProps) {
  const { name, active, role, guarded = false, version, run } = props
  const t = useTexts(referenceTexts)
  const words = useTexts(shared)
  const isProposed = guarded && !active
  return (
    <Action
      title={active ? words.disable : words.enable}
      role={role}
      tone={active ? 'danger' : 'main'}
      version={version}
      run={(values, read) => run(!active, values, read)}
    >
      <p>
        <b>{name}</b>: {isProposed ? words.proposeHint : t.switchHint}
      </p>
      {isProposed && <ProposalFields />}
    </Action>
  )
}
