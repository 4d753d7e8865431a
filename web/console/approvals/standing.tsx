import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice } from '../../ui/status.tsx'
import { TaskButton } from '../../ui/task-button.tsx'
import { Time } from '../../ui/time.tsx'
import { Section } from '../facts.tsx'
import { userPath } from '../paths.ts'
import {
  type DecisionKind,
  type OpenDecision,
  queuePath,
  useDecision,
  useNextDecision,
} from './decision.ts'
import { moneyTexts } from './money-texts.ts'
import { useReasons } from './reasons.ts'
import { decisionTexts } from './texts.ts'

type StandingProps = Readonly<{
  kind: DecisionKind
  id: string
  /** The buttons, while it is open. */
  actions: (decision: OpenDecision) => ReactNode
}>

/** Who agreed so far, what is still needed, and what this operator may do. */
export function Standing({ kind, id, actions }: StandingProps) {
  const t = useTexts(decisionTexts)
  const decision = useDecision(kind, id)
  const openNext = useNextDecision(kind, id)
  return (
    <Loaded query={decision}>
      {({ open }) => (
        <Section title={t.decision}>
          {open === null ? <Notice tone="quiet">{t.decided}</Notice> : <Progress open={open} />}
          <div className="row">
            {open !== null && actions(open)}
            <TaskButton task={openNext} className="small">
              {t.skip}
            </TaskButton>
            <Link href={queuePath}>{t.toQueue}</Link>
          </div>
        </Section>
      )}
    </Loaded>
  )
}

/** The number of approvals by operators who may still decide. */
export const countedOf = ({ agreed }: OpenDecision): number =>
  agreed.filter(({ counts }) => counts).length

function Progress({ open }: Readonly<{ open: OpenDecision }>) {
  const t = useTexts(decisionTexts)
  const reasonsOf = useReasons()
  const { agreed, needed, obstacle } = open
  const reasons = reasonsOf(open)
  const missing = Math.max(needed - countedOf(open), 1)
  return (
    <>
      {reasons.length > 0 && (
        <ul className="row reasons" aria-label={t.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>
              <span className="status busy">{reason}</span>
            </li>
          ))}
        </ul>
      )}
      {agreed.length === 0 ? (
        <p className="hint">{t.nobodyYet}</p>
      ) : (
        <ul className="agreed" aria-label={t.agreed}>
          {agreed.map((one) => (
            <AgreementItem key={one.operator.id} agreement={one} />
          ))}
        </ul>
      )}
      <p>
        <strong>{t.needed}:</strong> {t.stillNeeded(missing)}.
      </p>
      <Notice tone={obstacle === null ? 'good' : 'busy'}>
        {obstacle === null ? t.mayAgree : t.obstacles[obstacle]}
      </Notice>
    </>
  )
}

function AgreementItem({ agreement }: Readonly<{ agreement: OpenDecision['agreed'][number] }>) {
  const t = useTexts(decisionTexts)
  const words = useTexts(moneyTexts)
  const { operator, at, note, amount, userId, counts } = agreement
  return (
    <li>
      {operator.email}, <Time at={at} />
      {amount !== null && (
        <>
          {': '}
          <Amount value={amount} />
        </>
      )}
      {userId !== null && (
        <>
          {': '}
          <Link href={userPath(userId)}>{words.toUser(userId)}</Link>
        </>
      )}
      {note !== null && <q>{note}</q>}
      {!counts && <span className="quiet"> ({t.doesNotCount})</span>}
    </li>
  )
}
