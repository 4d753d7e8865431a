import { useParams } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { Action, CodeField, withCode } from '../action.tsx'
import { Facts, Section } from '../facts.tsx'
import { operators } from '../session.ts'
import { words } from '../texts.ts'
import { changeTexts } from './change-texts.ts'
import { type OpenDecision, useDecision, useNextDecision } from './decision.ts'
import { useReasons } from './reasons.ts'
import { Standing } from './standing.tsx'
import { decisionTexts } from './texts.ts'

/** A new or reset operator, whose approvals count once an independent admin confirms. */
export function OperatorPage() {
  const t = useTexts(changeTexts)
  const { id = '' } = useParams()
  const decision = useDecision('operator', id)
  const onDone = useNextDecision('operator', id)
  return (
    <>
      <Standing
        kind="operator"
        id={id}
        actions={({ obstacle }) =>
          obstacle === null && (
            <Action
              title={t.confirm}
              role="admin"
              shortcut="a"
              onDone={() => void onDone()}
              run={({ otpCode }) =>
                operators.post('/operator/api/operators/{id}/confirm', {
                  params: { path: { id: Number(id) } },
                  body: withCode(otpCode),
                })
              }
            >
              <p>{t.confirmHint}</p>
              <CodeField />
            </Action>
          )
        }
      />
      <Loaded query={decision}>
        {({ open }) => (open === null ? <p>{t.missing}</p> : <Shown open={open} />)}
      </Loaded>
    </>
  )
}

function Shown({ open }: Readonly<{ open: OpenDecision }>) {
  const { subject, at, facts } = open
  const t = useTexts(changeTexts)
  const { since } = useTexts(decisionTexts)
  const reasonsOf = useReasons()
  const { roles } = useTexts(words)
  const names: Readonly<Record<string, string>> = roles
  return (
    <Section title={subject}>
      <Facts
        facts={[
          [t.email, subject],
          [t.role, names[facts['role'] ?? ''] ?? null],
          [t.handledBy, facts['handledBy']],
          [t.how, reasonsOf(open).join(', ')],
          [since, <Time key="since" at={at} />],
        ]}
      />
    </Section>
  )
}
