import type { components } from '@tukar/client/operator'
import { Link, useParams } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { Action, CodeField, ReasonField, withCode } from '../action.tsx'
import { useRead } from '../desk.tsx'
import { Facts, Section } from '../facts.tsx'
import { userPath } from '../paths.ts'
import { operators } from '../session.ts'
import { toneOf } from '../state-word.tsx'
import { useNextDecision } from './decision.ts'
import { recoveryTexts } from './recovery-texts.ts'
import { Standing } from './standing.tsx'

type Recovery = components['schemas']['AppRecovery']

/** The removal of a user's authenticator, which takes two operators and a day. */
export function RecoveryPage() {
  const { id = '' } = useParams()
  const recovery = useRead(['recoveries', id], (client) =>
    client.get('/operator/api/recoveries/{id}', { params: { path: { id: Number(id) } } }),
  )
  return <Loaded query={recovery}>{(shown) => <Shown recovery={shown} />}</Loaded>
}

function Shown({ recovery }: Readonly<{ recovery: Recovery }>) {
  const t = useTexts(recoveryTexts)
  const { id, userId, userEmail, state, createdAt, dueAt, endedAt, endedBy } = recovery
  const onDone = useNextDecision('recovery', `${id}`)
  return (
    <>
      <p className="headline">
        {userEmail} <Status tone={toneOf(state)}>{t.states[state]}</Status>
      </p>
      <Standing
        kind="recovery"
        id={`${id}`}
        actions={({ obstacle }) =>
          obstacle === null && (
            <Action
              title={t.agree}
              role="finance"
              shortcut="a"
              onDone={() => void onDone()}
              run={({ otpCode }) =>
                operators.post('/operator/api/recoveries/{id}/agree', {
                  params: { path: { id } },
                  body: withCode(otpCode),
                })
              }
            >
              <p>{t.agreeHint}</p>
              <CodeField />
            </Action>
          )
        }
      />
      <Section title={t.recovery} actions={<Stop recovery={recovery} />}>
        <Facts
          facts={[
            [
              t.user,
              <Link key="user" href={userPath(userId)}>
                {userEmail}
              </Link>,
            ],
            [t.proposedAt, <Time key="proposed" at={createdAt} />],
            [t.dueAt, dueAt && <Time key="due" at={dueAt} />],
            [t.endedAt, endedAt && <Time key="ended" at={endedAt} />],
            [t.endedBy, endedBy?.email],
          ]}
        />
      </Section>
    </>
  )
}

function Stop({ recovery: { id, state } }: Readonly<{ recovery: Recovery }>) {
  const t = useTexts(recoveryTexts)
  if (state !== 'proposed' && state !== 'agreed') return null
  return (
    <Action
      title={t.stop}
      role="finance"
      tone="danger"
      shortcut="r"
      run={({ reason = '' }) =>
        operators.post('/operator/api/recoveries/{id}/stop', {
          params: { path: { id } },
          body: { reason },
        })
      }
    >
      <p>{t.stopHint}</p>
      <ReasonField />
    </Action>
  )
}
