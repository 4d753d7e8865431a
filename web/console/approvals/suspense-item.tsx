import type { components } from '@tukar/client/operator'
import { useParams } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { Action, CodeField, ReasonField, withCode } from '../action.tsx'
import { useRead } from '../desk.tsx'
import { type Fact, Facts, Section } from '../facts.tsx'
import { reasonTexts } from '../reason-texts.ts'
import { operators } from '../session.ts'
import { toneOf } from '../state-word.tsx'
import { UserLink } from '../user-link.tsx'
import { UserPicker } from '../user-picker.tsx'
import { WideTable } from '../wide-table.tsx'
import { type OpenDecision, useNextDecision } from './decision.ts'
import { moneyTexts } from './money-texts.ts'
import { Standing } from './standing.tsx'

type SeenSuspense = components['schemas']['SeenSuspense']

/** Received money whose owner is not known, with users who may own it. */
export function SuspensePage() {
  const { id = '' } = useParams()
  const item = useRead(['suspense', id], (client) =>
    client.get('/operator/api/suspense/{id}', { params: { path: { id: Number(id) } } }),
  )
  return <Loaded query={item}>{(shown) => <Shown item={shown} />}</Loaded>
}

function Shown({ item }: Readonly<{ item: SeenSuspense }>) {
  const t = useTexts(moneyTexts)
  const why = useTexts(reasonTexts)
  const { id, amount, symbol, inWords, state, assignedUser, decidedAt } = item
  return (
    <>
      <p className="headline">
        {amount === null ? inWords : <Amount value={amount} symbol={symbol ?? ''} />}{' '}
        <Status tone={toneOf(state)}>{t.states[state]}</Status>
      </p>
      <Standing
        kind="suspense"
        id={`${id}`}
        actions={(open) => <Decide item={item} open={open} />}
      />
      <div className="decision">
        <Section title={t.data}>
          <Facts
            facts={[
              [t.source, item.source],
              [t.reference, item.reference],
              [t.time, <Time key="time" at={item.createdAt} />],
              [t.reason, wordIn(why, item.reason)],
              [
                t.user,
                assignedUser && (
                  <UserLink user={assignedUser} name={item.assignedName} known={assignedUser} />
                ),
              ],
              [t.decidedAt, decidedAt && <Time key="decided" at={decidedAt} />],
              ...Object.entries(item.data).map(
                ([name, value]): Fact => [
                  wordIn(t.fields, name),
                  typeof value === 'string' ? value : null,
                ],
              ),
            ]}
          />
        </Section>
        <Candidates item={item} />
      </div>
    </>
  )
}

function Candidates({ item: { candidates } }: Readonly<{ item: SeenSuspense }>) {
  const t = useTexts(moneyTexts)
  return (
    <Section title={t.candidates}>
      <p className="hint">{candidates.length === 0 ? t.none : t.candidatesHint}</p>
      {candidates.length > 0 && (
        <WideTable
          label={t.candidates}
          rows={candidates}
          keyOf={({ userId, because, matched }) => `${userId} ${because} ${matched}`}
          columns={[
            {
              key: 'user',
              title: t.user,
              cell: ({ userId, name, email }) => (
                <UserLink user={userId} name={name} known={`${userId} ${email}`} />
              ),
            },
            { key: 'because', title: t.reason, cell: ({ because }) => t.because[because] },
            { key: 'matched', title: t.reference, cell: ({ matched }) => matched },
          ]}
        />
      )}
    </Section>
  )
}

/** The reasons for which a user is chosen beforehand. */
const surest = ['proposed', 'refunded'] as const

type DecideProps = Readonly<{ item: SeenSuspense; open: OpenDecision }>

function Decide({ item: { id, source, amount, candidates }, open }: DecideProps) {
  const t = useTexts(moneyTexts)
  const onDone = useNextDecision('suspense', `${id}`)
  const params = { path: { id } }
  const isRefund = source === 'payx REFUND'
  const offered = candidates
    .map(({ userId, email, name }) => ({ id: userId, email, name }))
    .filter((one, at, all) => all.findIndex(({ id: user }) => user === one.id) === at)
  const certain = candidates.find(({ because }) => surest.some((one) => one === because))
  const likely = certain?.userId ?? (offered.length === 1 ? offered[0]?.id : undefined) ?? null
  if (open.obstacle !== null && open.obstacle !== 'agreed-already') return null
  return (
    <>
      {amount !== null && (
        <Action
          title={isRefund ? t.charge : t.assign}
          role="finance"
          shortcut="a"
          onDone={() => void onDone()}
          run={({ userId, reason = '', otpCode }) =>
            operators.post('/operator/api/suspense/{id}/assign', {
              params,
              body: { userId: Number(userId), reason, ...withCode(otpCode) },
            })
          }
        >
          <p>{isRefund ? t.chargeHint : t.assignHint}</p>
          <UserPicker name="userId" label={t.user} offered={offered} likely={likely} />
          <ReasonField />
          <CodeField />
        </Action>
      )}
      <Action
        title={isRefund ? t.takeBack : t.return}
        role="finance"
        tone="danger"
        shortcut="r"
        onDone={() => void onDone()}
        run={({ reason = '', otpCode }) =>
          operators.post('/operator/api/suspense/{id}/return', {
            params,
            body: { reason, ...withCode(otpCode) },
          })
        }
      >
        <p>{isRefund ? t.takeBackHint : t.returnHint}</p>
        <ReasonField />
        <CodeField />
      </Action>
    </>
  )
}
