import { Field, Select, type Values } from '../../../ui/form.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'
import { Time } from '../../../ui/time.tsx'
import { Action, CodeField, withCode } from '../../action.tsx'
import { textColumn } from '../../list/columns.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { operatorPath } from '../../paths.ts'
import type { Operator, Role } from '../../roles.ts'
import { operators } from '../../session.ts'
import { words } from '../../texts.ts'
import { operatorTexts } from './operator-texts.ts'

type State = 'disabled' | 'invited' | 'unconfirmed' | 'active'

const tones: Readonly<Record<State, Tone>> = {
  disabled: 'bad',
  invited: 'busy',
  unconfirmed: 'busy',
  active: 'good',
}

function stateOf({ disabled, invited, confirmed }: Operator): State {
  if (disabled) return 'disabled'
  if (invited) return 'invited'
  return confirmed ? 'active' : 'unconfirmed'
}

export function OperatorState({ operator }: Readonly<{ operator: Operator }>) {
  const t = useTexts(operatorTexts)
  const state = stateOf(operator)
  return <Status tone={tones[state]}>{t.states[state]}</Status>
}

const roles: readonly Role[] = ['viewer', 'support', 'finance', 'admin']

export const roleIn = ({ role }: Values): Role => roles.find((one) => one === role) ?? 'viewer'

/** The code of the caller's app, if one is bound. */

export function useRoleChoices() {
  const t = useTexts(words)
  return roles.map((value) => ({ value, label: t.roles[value] }))
}

export function Operators() {
  const t = useTexts(operatorTexts)
  const common = useTexts(words)
  const choices = useRoleChoices()
  const disabled = [
    { value: 'true', label: common.yes },
    { value: 'false', label: common.no },
  ]
  return (
    <>
      <InviteOperator />
      <ListPage
        label={t.operators}
        path="/operator/api/operators"
        keyOf={({ id }) => id}
        open={({ id }) => operatorPath(id)}
        exportedBy="admin"
        filters={[
          { name: 'role', label: t.role, kind: 'choice', choices },
          { name: 'disabled', label: t.disabled, kind: 'choice', choices: disabled },
        ]}
        columns={[
          textColumn('email', t.email, 'email'),
          {
            key: 'role',
            title: t.role,
            cell: ({ role }) => common.roles[role],
            sortBy: ({ role }) => role,
          },
          {
            key: 'state',
            title: t.state,
            cell: (operator) => <OperatorState operator={operator} />,
          },
          {
            key: 'app',
            title: t.app,
            cell: ({ bind2FA }) => (bind2FA ? t.bound : t.unbound),
          },
          {
            key: 'attested',
            title: t.attestedUntil,
            cell: ({ attestedUntil, attestationDue }) =>
              attestationDue ? t.attestationDue : attestedUntil && <Time at={attestedUntil} />,
          },
          { key: 'since', title: t.since, cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </>
  )
}

function InviteOperator() {
  const t = useTexts(operatorTexts)
  const choices = useRoleChoices()
  return (
    <div>
      <Action
        title={t.create}
        role="admin"
        run={(values) =>
          operators.post('/operator/api/operators', {
            body: {
              email: values['email'] ?? '',
              role: roleIn(values),
              ...withCode(values['otpCode']),
            },
          })
        }
      >
        <p>{t.createHint}</p>
        <Field name="email" label={t.email} type="email" required />
        <Select name="role" label={t.role} choices={choices} />
        <CodeField />
      </Action>
    </div>
  )
}
