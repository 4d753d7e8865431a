import { Link, useParams } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { ShortId } from '../../ui/copy-text.tsx'
import { Select, TextArea } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice, Status } from '../../ui/status.tsx'
import { Time, TimeAndAge } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { Action, CodeField, ReasonField, withCode } from '../action.tsx'
import { useRead } from '../desk.tsx'
import { Facts, Section } from '../facts.tsx'
import { withdrawalPath } from '../paths.ts'
import { operators } from '../session.ts'
import { toneOf } from '../state-word.tsx'
import { type OpenDecision, useNextDecision } from './decision.ts'
import { moneyTexts } from './money-texts.ts'
import { OwnerSections } from './owner-facts.tsx'
import { Standing } from './standing.tsx'
import { decisionTexts } from './texts.ts'
import { Destination, Price, type SeenWithdrawal } from './withdrawal-context.tsx'

/** One withdrawal with everything that bears on the decision about it. */
export function WithdrawalPage() {
  const { id = '' } = useParams()
  const withdrawal = useRead(['withdrawals', id], (client) =>
    client.get('/operator/api/withdrawals/{id}', { params: { path: { id } } }),
  )
  return <Loaded query={withdrawal}>{(shown) => <Shown withdrawal={shown} />}</Loaded>
}

function Shown({ withdrawal }: Readonly<{ withdrawal: SeenWithdrawal }>) {
  const t = useTexts(moneyTexts)
  const { id, amount, symbol, worthIdr, status, incident, context } = withdrawal
  return (
    <>
      <div className="between">
        <p className="headline">
          <Amount value={amount} symbol={symbol} />{' '}
          <Status tone={toneOf(status)}>{t.statuses[status]}</Status>
        </p>
        <span className="quiet">
          {worthIdr === null ? t.noPrice : <Amount value={worthIdr} symbol="IDR" />}
        </span>
      </div>
      {incident !== null && <Notice tone="bad">{incident}</Notice>}
      <Standing
        kind="withdrawal"
        id={id}
        actions={(open) => <Decide withdrawal={withdrawal} open={open} />}
      />
      <div className="decision">
        <Destination withdrawal={withdrawal} />
        <Price withdrawal={withdrawal} />
        <OwnerSections owner={context.owner} name={context.ownerName} />
        <Waiting waiting={context.alsoWaiting} />
        <Recipient withdrawal={withdrawal} />
        <Progress withdrawal={withdrawal} />
      </div>
    </>
  )
}

type DecideProps = Readonly<{ withdrawal: SeenWithdrawal; open: OpenDecision }>

function Decide({ withdrawal: { id, sent, symbol }, open }: DecideProps) {
  const t = useTexts(moneyTexts)
  const d = useTexts(decisionTexts)
  const onDone = useNextDecision('withdrawal', id)
  const params = { path: { id } }
  return (
    <>
      {open.obstacle === null && (
        <Action
          title={d.approve}
          role="finance"
          shortcut="a"
          onDone={() => void onDone()}
          run={({ note, otpCode }) =>
            operators.post('/operator/api/withdrawals/{id}/approve', {
              params,
              body: { ...(note ? { note } : {}), ...withCode(otpCode) },
            })
          }
        >
          <p>{t.approveHint(`${sent} ${symbol}`)}</p>
          <TextArea name="note" label={d.note} maxLength={500} />
          <CodeField />
        </Action>
      )}
      {open.obstacle !== 'own-money' && (
        <Action
          title={d.reject}
          role="finance"
          tone="danger"
          shortcut="r"
          onDone={() => void onDone()}
          run={({ reason = '' }) =>
            operators.post('/operator/api/withdrawals/{id}/reject', { params, body: { reason } })
          }
        >
          <p>{t.rejectHint}</p>
          <ReasonField />
        </Action>
      )}
    </>
  )
}

function Waiting({ waiting }: Readonly<{ waiting: SeenWithdrawal['context']['alsoWaiting'] }>) {
  const t = useTexts(moneyTexts)
  if (waiting.length === 0) return null
  return (
    <Section title={t.alsoWaiting}>
      <ul className="agreed">
        {waiting.map(({ id, at, worthIdr }) => (
          <li key={id}>
            <Link href={withdrawalPath(id)}>
              <Amount value={worthIdr} symbol="IDR" />
            </Link>
            , <Time at={at} relative />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Who receives coins, which only operators who decide about money see. */
function Recipient({ withdrawal }: Readonly<{ withdrawal: SeenWithdrawal }>) {
  const t = useTexts(moneyTexts)
  const { residential, idCardUrl } = withdrawal
  if (residential === null) return null
  return (
    <Section title={t.recipient}>
      <Facts
        facts={Object.entries(residential).map(([name, value]) => [wordIn(t.fields, name), value])}
      />
      {idCardUrl !== null && <img className="proof" src={idCardUrl} alt={t.idCard} />}
    </Section>
  )
}

function Progress({ withdrawal }: Readonly<{ withdrawal: SeenWithdrawal }>) {
  const t = useTexts(moneyTexts)
  const { id, provider, symbol, hold, nextAt, endedAt, reversedAt, resolutions } = withdrawal
  const at = (time: string | null) => time && <Time at={time} />
  return (
    <Section title={t.progress} actions={<Resolve withdrawal={withdrawal} />}>
      <Facts
        facts={[
          [t.number, <ShortId key="id" id={id} />],
          [t.time, <TimeAndAge key="time" at={withdrawal.createdAt} />],
          [t.fee, <Amount key="fee" value={withdrawal.fee} symbol={symbol} />],
          [t.sent, <Amount key="sent" value={withdrawal.sent} symbol={symbol} />],
          [t.held, hold && <Amount key="held" value={hold.remaining} symbol={symbol} />],
          [t.provider, provider.id && <ShortId key="provider" id={provider.id} />],
          [t.providerStatus, provider.status],
          [t.txHash, provider.txHash && <ShortId key="hash" id={provider.txHash} />],
          [t.attempts, withdrawal.attempts],
          [t.nextAt, nextAt && <TimeAndAge at={nextAt} />],
          [t.ended, at(endedAt)],
          [t.reversed, at(reversedAt)],
          [t.reason, withdrawal.reason],
        ]}
      />
      {resolutions.length > 0 && (
        <ul className="agreed" aria-label={t.resolutions}>
          {resolutions.map(({ operator, outcome, reason, at: resolvedAt }) => (
            <li key={`${operator.id} ${resolvedAt}`}>
              {operator.email}, <Time at={resolvedAt} />: {outcome} <q>{reason}</q>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const outcomes = ['completed', 'failed', 'retry'] as const

/** For withdrawals that do not go on by themselves. */
function Resolve({
  withdrawal: { id, status, incident },
}: Readonly<{ withdrawal: SeenWithdrawal }>) {
  const t = useTexts(moneyTexts)
  const isOpen = status === 'PROCESSING' || status === 'SUBMITTED'
  if (!isOpen && incident === null) return null
  return (
    <Action
      title={t.resolve}
      role="finance"
      run={({ outcome: chosen, reason = '', otpCode }) =>
        operators.post('/operator/api/withdrawals/{id}/resolve', {
          params: { path: { id } },
          body: {
            outcome: outcomes.find((one) => one === chosen) ?? 'retry',
            reason,
            ...withCode(otpCode),
          },
        })
      }
    >
      <p>{t.resolveHint}</p>
      <Select
        name="outcome"
        label={t.outcome}
        defaultValue="retry"
        choices={outcomes.map((value) => ({ value, label: t.outcomes[value] }))}
      />
      <ReasonField />
      <CodeField />
    </Action>
  )
}
