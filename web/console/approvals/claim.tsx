import type { components } from '@tukar/client/operator'
import { Link, useParams } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { Action, CodeField, ReasonField, withCode } from '../action.tsx'
import { AmountField } from '../amount-field.tsx'
import { ComparedNames } from '../compared-names.tsx'
import { useRead } from '../desk.tsx'
import { Facts, Section } from '../facts.tsx'
import { amountColumn } from '../list/columns.tsx'
import { claimPath, userPath } from '../paths.ts'
import { operators } from '../session.ts'
import { toneOf } from '../state-word.tsx'
import { WideTable } from '../wide-table.tsx'
import { type OpenDecision, useNextDecision } from './decision.ts'
import { moneyTexts } from './money-texts.ts'
import { OwnerSections } from './owner-facts.tsx'
import { Standing } from './standing.tsx'
import { decisionTexts } from './texts.ts'

type SeenDeposit = components['schemas']['SeenDeposit']

/** A transfer that a user claims: the proof beside the claim. */
export function ClaimPage() {
  const { id = '' } = useParams()
  const claim = useRead(['deposits', id], (client) =>
    client.get('/operator/api/deposits/{id}', { params: { path: { id: Number(id) } } }),
  )
  return <Loaded query={claim}>{(shown) => <Shown claim={shown} />}</Loaded>
}

function Shown({ claim }: Readonly<{ claim: SeenDeposit }>) {
  const t = useTexts(moneyTexts)
  const { id, amount, symbol, status, reference, completedAt, paidBy } = claim
  return (
    <>
      <p className="headline">
        <Amount value={amount} symbol={symbol} />{' '}
        <Status tone={toneOf(status)}>{t.statuses[status]}</Status>
      </p>
      <Standing
        kind="claim"
        id={`${id}`}
        actions={(open) => <Decide claim={claim} open={open} />}
      />
      <div className="decision">
        <Section title={t.proof}>
          {claim.proofUrl === null ? (
            <p className="hint">{t.noProof}</p>
          ) : (
            <img className="proof" src={claim.proofUrl} alt={t.proof} />
          )}
        </Section>
        <Section title={t.claim}>
          <Facts
            facts={[
              [t.amount, <Amount key="amount" value={amount} symbol={symbol} />],
              [t.time, <Time key="time" at={claim.createdAt} />],
              [t.reference, reference],
              [t.reason, claim.reason],
              [t.ended, completedAt && <Time key="ended" at={completedAt} />],
            ]}
          />
          {paidBy !== null && (
            <>
              <h3>{t.paidBy}</h3>
              <ComparedNames
                label={wordIn(t.fields, 'fullName')}
                other={paidBy.fullName}
                proven={claim.ownerName}
                isSame={claim.isOwnPayment}
              />
              <Facts
                facts={Object.entries(paidBy).flatMap(([name, value]) =>
                  name === 'fullName' ? [] : [[wordIn(t.fields, name), `${value}`] as const],
                )}
              />
            </>
          )}
        </Section>
        <Others title={t.sameProof} claims={claim.sameProof} />
        <Others title={t.earlier} claims={claim.earlier} />
        <OwnerSections owner={claim.owner} name={claim.ownerName} />
      </div>
    </>
  )
}

type DecideProps = Readonly<{ claim: SeenDeposit; open: OpenDecision }>

function Decide({ claim: { id }, open }: DecideProps) {
  const t = useTexts(moneyTexts)
  const d = useTexts(decisionTexts)
  const onDone = useNextDecision('claim', `${id}`)
  const params = { path: { id } }
  return (
    <>
      {open.obstacle === null && (
        <Action
          title={d.approve}
          role="finance"
          shortcut="a"
          onDone={() => void onDone()}
          run={({ amount, otpCode }) =>
            operators.post('/operator/api/deposits/{id}/approve', {
              params,
              body: { ...(amount ? { amount } : {}), ...withCode(otpCode) },
            })
          }
        >
          <p>{t.creditHint}</p>
          <AmountField name="amount" label={t.received} hint={t.receivedHint} unit="IDR" />
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
            operators.post('/operator/api/deposits/{id}/reject', { params, body: { reason } })
          }
        >
          <p>{t.rejectClaimHint}</p>
          <ReasonField />
        </Action>
      )}
    </>
  )
}

type OthersProps = Readonly<{ title: string; claims: SeenDeposit['earlier'] }>

function Others({ title, claims }: OthersProps) {
  const t = useTexts(moneyTexts)
  return (
    <Section title={title}>
      {claims.length === 0 ? (
        <p className="hint">{t.none}</p>
      ) : (
        <WideTable
          label={title}
          rows={claims}
          keyOf={({ id }) => id}
          columns={[
            {
              key: 'time',
              title: t.time,
              cell: ({ id, createdAt }) => (
                <Link href={claimPath(id)}>
                  <Time at={createdAt} />
                </Link>
              ),
            },
            {
              key: 'user',
              title: t.user,
              cell: ({ userId }) => <Link href={userPath(userId)}>{userId}</Link>,
            },
            amountColumn('amount', t.amount, 'amount', { symbol: 'IDR' }),
            {
              key: 'status',
              title: t.status,
              cell: ({ status }) => <Status tone={toneOf(status)}>{t.statuses[status]}</Status>,
            },
          ]}
        />
      )}
    </Section>
  )
}
