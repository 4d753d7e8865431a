import type { components } from '@tukar/client/operator'
import { useParams } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { Action, CodeField, withCode } from '../action.tsx'
import { useOperator, useRead } from '../desk.tsx'
import { Facts, Section } from '../facts.tsx'
import { ProposedValue } from '../proposed-value.tsx'
import { operators } from '../session.ts'
import { settingTexts } from '../setting-texts.ts'
import { toneOf } from '../state-word.tsx'
import { changeTexts } from './change-texts.ts'
import { useNextDecision } from './decision.ts'
import { Standing } from './standing.tsx'

type Proposal = components['schemas']['Proposal']

/** A change that takes two operators and a delay. */
export function ProposalPage() {
  const { id = '' } = useParams()
  const proposal = useRead(['proposals', id], (client) =>
    client.get('/operator/api/proposals/{id}', { params: { path: { id: Number(id) } } }),
  )
  return <Loaded query={proposal}>{(shown) => <Shown proposal={shown} />}</Loaded>
}

function Shown({ proposal }: Readonly<{ proposal: Proposal }>) {
  const t = useTexts(changeTexts)
  const { id, kind, subject, state, endedAt, endedBy, agreedAt, agreedBy } = proposal
  const meanings: Readonly<Record<string, string>> = useTexts(settingTexts).meanings
  const onDone = useNextDecision('proposal', `${id}`)
  return (
    <>
      <p className="headline">
        {subject} <Status tone={toneOf(state)}>{t.states[state]}</Status>
      </p>
      <Standing
        kind="proposal"
        id={`${id}`}
        actions={({ obstacle }) =>
          obstacle === null && <Agree id={id} onDone={() => void onDone()} />
        }
      />
      <Section title={t.kinds[kind]} actions={<Withdraw proposal={proposal} />}>
        <Facts
          facts={[
            [t.subject, subject],
            [t.effect, kind === 'setting' ? meanings[subject] : t.effects[kind]],
            [
              t.before,
              <span key="before" className="whole-text">
                <ProposedValue proposal={proposal} value={proposal.before} />
              </span>,
            ],
            [
              t.value,
              <strong key="value" className="whole-text">
                <ProposedValue proposal={proposal} value={proposal.value} />
              </strong>,
            ],
            [t.reason, proposal.reason],
            [t.proposedBy, proposal.proposedBy.email],
            [t.proposedAt, <Time key="proposed" at={proposal.proposedAt} />],
            [t.dueAt, <Time key="due" at={proposal.dueAt} />],
            [t.expiresAt, <Time key="expires" at={proposal.expiresAt} />],
            [t.agreedBy, agreedBy?.email],
            [t.states.agreed, agreedAt && <Time key="agreed" at={agreedAt} />],
            [t.endedBy, endedBy?.email],
            [t.states[state], endedAt && <Time key="ended" at={endedAt} />],
          ]}
        />
      </Section>
    </>
  )
}

function Agree({ id, onDone }: Readonly<{ id: number; onDone: () => void }>) {
  const t = useTexts(changeTexts)
  return (
    <Action
      title={t.agree}
      role="admin"
      shortcut="a"
      onDone={onDone}
      run={({ otpCode }) =>
        operators.post('/operator/api/proposals/{id}/agree', {
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

/** Ends an operator's own proposal, or any as an admin, before it takes effect. */
function Withdraw({ proposal: { id, state, proposedBy } }: Readonly<{ proposal: Proposal }>) {
  const t = useTexts(changeTexts)
  const operator = useOperator()
  const isOpen = state === 'proposed' || state === 'agreed'
  const may = operator.role === 'admin' || operator.id === proposedBy.id
  if (!isOpen || !may) return null
  return (
    <Action
      title={t.withdraw}
      role="finance"
      tone="danger"
      shortcut="r"
      run={() =>
        operators.post('/operator/api/proposals/{id}/withdraw', { params: { path: { id } } })
      }
    >
      <p>{t.withdrawHint}</p>
    </Action>
  )
}
