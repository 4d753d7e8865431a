import { Link, useParams } from 'wouter'
import { Select, type Values } from '../../../ui/form.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { Action, CodeField, ReasonField, withCode } from '../../action.tsx'
import { useOperator, useRead } from '../../desk.tsx'
import { Facts, Section } from '../../facts.tsx'
import { listPath } from '../../paths.ts'
import type { Operator } from '../../roles.ts'
import { operators } from '../../session.ts'
import { words } from '../../texts.ts'
import { operatorTexts } from './operator-texts.ts'
import { OperatorState, roleIn, useRoleChoices } from './operators.tsx'

export function OperatorPage() {
  const { id = '' } = useParams<{ id: string }>()
  const operator = useRead(['operators', id], (client) =>
    client.get('/operator/api/operators/{id}', {
      params: { path: { id: Number.parseInt(id, 10) } },
    }),
  )
  return (
    <Loaded query={operator}>
      {(found) => (
        <div className="reading">
          <OperatorView operator={found} />
        </div>
      )}
    </Loaded>
  )
}

function OperatorView({ operator }: Readonly<{ operator: Operator }>) {
  const t = useTexts(operatorTexts)
  const common = useTexts(words)
  const me = useOperator()
  const { id, email, role, bind2FA, confirmed, createdAt } = operator
  const { attestedUntil, attestationDue } = operator
  return (
    <Section title={email} actions={<OperatorState operator={operator} />}>
      <Facts
        facts={[
          [t.role, common.roles[role]],
          [t.app, bind2FA ? t.bound : t.unbound],
          [t.confirmed, confirmed ? common.yes : common.no],
          [
            t.attestedUntil,
            attestationDue ? t.attestationDue : attestedUntil && <Time at={attestedUntil} />,
          ],
          [t.since, <Time key="since" at={createdAt} />],
        ]}
      />
      <p className="row">
        <Link href={listPath('audit', { operatorId: id })}>{t.actions}</Link>
        <Link href={listPath('audit', { subjectKind: 'operator', subjectId: id })}>{t.about}</Link>
      </p>
      {id === me.id ? (
        <p className="hint">{t.yourself}</p>
      ) : (
        <OperatorActions operator={operator} />
      )}
    </Section>
  )
}

function OperatorActions({ operator }: Readonly<{ operator: Operator }>) {
  const t = useTexts(operatorTexts)
  const { id, role, invited, confirmed, attestedUntil, attestationDue, disabled } = operator
  const params = { path: { id } }
  const choices = useRoleChoices()
  const post = (what: 'attest' | 'confirm' | 'enable' | 'invite' | 'reset') => (values: Values) =>
    operators.post(`/operator/api/operators/{id}/${what}`, {
      params,
      body: withCode(values['otpCode']),
    })
  return (
    <div className="row">
      <Action
        title={t.changeRole}
        role="admin"
        version={operator.version}
        run={(values, version) =>
          operators.put('/operator/api/operators/{id}/role', {
            params,
            body: { role: roleIn(values), version, ...withCode(values['otpCode']) },
          })
        }
      >
        <p>{t.roleHint}</p>
        <Select name="role" label={t.role} choices={choices} defaultValue={role} />
        <CodeField />
      </Action>
      {!confirmed && !invited && (
        <CodeAction title={t.confirm} hint={t.confirmHint} run={post('confirm')} />
      )}
      {!invited && (attestationDue || attestedUntil !== null) && (
        <CodeAction title={t.attest} hint={t.attestHint} run={post('attest')} />
      )}
      {invited && <CodeAction title={t.invite} hint={t.inviteHint} run={post('invite')} />}
      <CodeAction title={t.reset} hint={t.resetHint} run={post('reset')} tone="danger" />
      {disabled ? (
        <CodeAction title={t.enable} hint={t.enableHint} run={post('enable')} />
      ) : (
        <Action
          title={t.disable}
          role="admin"
          tone="danger"
          run={({ reason = '' }) =>
            operators.post('/operator/api/operators/{id}/disable', { params, body: { reason } })
          }
        >
          <p>{t.disableHint}</p>
          <ReasonField />
        </Action>
      )}
    </div>
  )
}

type CodeActionProps = Readonly<{
  title: string
  hint: string
  run: (values: Values) => Promise<unknown>
  tone?: 'main' | 'danger'
}>

const CodeAction = ({ hint, ...action }: CodeActionProps) => (
  <Action role="admin" {...action}>
    <p>{hint}</p>
    <CodeField />
  </Action>
)
