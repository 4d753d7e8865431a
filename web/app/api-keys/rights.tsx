import type { components } from '@tukar/client'
import { Field, useProblem, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { apiKeysTexts } from '../texts/api-keys.ts'

const permissions = ['read', 'trade', 'withdraw'] as const

type Rights = Readonly<{ permissions: readonly string[]; ips: readonly string[] }>

/** What a key may do, and from where. */
export function RightsFields({ permissions: given, ips }: Rights) {
  const t = useTexts(apiKeysTexts)
  const [id, problem] = useProblem('permissions')
  return (
    <>
      <fieldset className="field" aria-describedby={id}>
        <legend>{t.permissions}</legend>
        {permissions.map((permission) => (
          <label key={permission} className="choice">
            <input type="checkbox" name={permission} defaultChecked={given.includes(permission)} />
            {t[permission]}
          </label>
        ))}
        <div id={id} className="problem" role="alert">
          {problem}
        </div>
      </fieldset>
      <Field name="ips" label={t.ips} hint={t.ipsHint} defaultValue={ips.join(', ')} />
    </>
  )
}

type KeyRights = Required<Pick<components['schemas']['CreateApiKeyRequest'], 'permissions' | 'ips'>>

/** Reads the fields above from the values of their form. */
export const rightsIn = (values: Values): KeyRights => ({
  permissions: permissions.filter((permission) => values[permission] !== undefined),
  ips: (values['ips'] ?? '').split(/[\s,]+/).filter(Boolean),
})
