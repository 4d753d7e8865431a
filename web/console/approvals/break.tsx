import { isDecimal } from '@tukar/client'
import { Link, useParams } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { BreakActions } from '../break-actions.tsx'
import { Facts, Section } from '../facts.tsx'
import { breakPath } from '../paths.ts'
import { changeTexts } from './change-texts.ts'
import { type OpenDecision, useDecision, useNextDecision } from './decision.ts'
import { useReasons } from './reasons.ts'
import { Standing } from './standing.tsx'

/** A difference between our books and a provider's, which operators settle. */
export function BreakPage() {
  const t = useTexts(changeTexts)
  const { id = '' } = useParams()
  const decision = useDecision('break', id)
  return (
    <>
      <Standing kind="break" id={id} actions={(open) => <Decide open={open} />} />
      <Loaded query={decision}>
        {({ open }) => (open === null ? <p>{t.missing}</p> : <Shown open={open} />)}
      </Loaded>
      <Link href={breakPath(id)}>{t.movements}</Link>
    </>
  )
}

type BreakProps = Readonly<{ open: OpenDecision }>

/** A balance as an amount; other breaks compare states. */
const figure = (text: string | null | undefined) =>
  text && isDecimal(text) ? <Amount value={text} /> : text

function Shown({ open }: BreakProps) {
  const { subject, symbol, facts } = open
  const t = useTexts(changeTexts)
  const reasonsOf = useReasons()
  const { provider, theirs, ours, lastSeen, stoppedAt } = facts
  return (
    <Section title={subject}>
      <Facts
        facts={[
          [t.provider, provider],
          [t.kind, reasonsOf(open).join(', ')],
          [t.subject, symbol === null || symbol === subject ? subject : `${subject} (${symbol})`],
          [t.theirs, figure(theirs)],
          [t.ours, figure(ours)],
          [t.lastSeen, lastSeen && <Time key="seen" at={lastSeen} />],
          [t.stoppedAt, stoppedAt && <Time key="stopped" at={stoppedAt} />],
        ]}
      />
    </Section>
  )
}

function Decide({ open: { id, needed, obstacle, reasons } }: BreakProps) {
  const t = useTexts(changeTexts)
  const onDone = useNextDecision('break', id)
  return (
    <BreakActions
      id={Number(id)}
      kind={reasons[0]}
      isOwnable={needed > 1 && (obstacle === null || obstacle === 'agreed-already')}
      closing={t.close}
      onDone={() => void onDone()}
    />
  )
}
