import type { components } from '@tukar/client/operator'
import { Link, useParams } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { BreakActions } from '../break-actions.tsx'
import { useRead } from '../desk.tsx'
import { Facts, Section } from '../facts.tsx'
import { amountColumn } from '../list/columns.tsx'
import { operatorPath, orderPath, postingPath, userPath, withdrawalPath } from '../paths.ts'
import { WideTable } from '../wide-table.tsx'
import { ReportedText } from './reported-text.tsx'
import { reconciliationTexts } from './texts.ts'

type Details = components['schemas']['BreakDetails']

/** One break with what bears on it, and what operators may do about it. */
export function Break() {
  const id = Number(useParams()['id'])
  const found = useRead(['breaks', id], (client) =>
    client.get('/operator/api/breaks/{id}', { params: { path: { id } } }),
  )
  return (
    <Loaded query={found}>
      {(details) => (
        <>
          <BreakFacts {...details} />
          <Movements {...details} />
          {details.proposals.length > 0 && <Proposals {...details} />}
        </>
      )}
    </Loaded>
  )
}

const timeOf = (at: string | null) => (at === null ? null : <Time at={at} />)

function BreakFacts(details: Details) {
  const t = useTexts(reconciliationTexts)
  const { kind, provider, subject, theirs, ours, about, resolvedAt } = details
  const isOpen = resolvedAt === null
  return (
    <Section
      title={`${t.kinds[kind]}: ${subject}`}
      actions={
        isOpen && (
          <BreakActions
            id={details.id}
            kind={kind}
            isOwnable={kind === 'balance' && provider !== 'house'}
            closing={t.close}
          />
        )
      }
    >
      <Facts
        facts={[
          [
            t.state,
            <Status key="state" tone={isOpen ? 'bad' : 'good'}>
              {isOpen ? t.open : t.resolved}
            </Status>,
          ],
          [t.provider, t.providers[provider]],
          [t.theirs, <ReportedText key="theirs" text={theirs} />],
          [t.ours, <ReportedText key="ours" text={ours} />],
          [t.since, timeOf(details.since)],
          [t.lastSeen, timeOf(details.lastSeen)],
          [t.alertedAt, timeOf(details.alertedAt)],
          [t.stoppedAt, timeOf(details.stoppedAt)],
          [t.resolvedAt, timeOf(resolvedAt)],
          ...(about === null
            ? []
            : ([
                [t.subject, <Subject key="subject" {...about} />],
                [
                  t.user,
                  <Link key="user" href={userPath(about.userId)}>
                    {about.userId}
                  </Link>,
                ],
              ] as const)),
        ]}
      />
    </Section>
  )
}

function Subject({ kind, id, status }: NonNullable<Details['about']>) {
  const text = `${kind} ${id}, ${status}`
  if (kind === 'payd-order') return text
  return <Link href={kind === 'order' ? orderPath(id) : withdrawalPath(id)}>{text}</Link>
}

function Movements({ movements }: Details) {
  const t = useTexts(reconciliationTexts)
  return (
    <Section title={t.movements}>
      {movements.length === 0 ? (
        <Empty>{t.noMovements}</Empty>
      ) : (
        <WideTable
          label={t.movements}
          rows={movements.map((row, index) => ({ ...row, index }))}
          keyOf={({ index }) => index}
          columns={[
            {
              key: 'posting',
              title: t.posting,
              cell: ({ key, postingId }) => <Link href={postingPath(postingId)}>{key}</Link>,
            },
            { key: 'time', title: t.time, cell: ({ at }) => <Time at={at} /> },
            { key: 'action', title: t.action, cell: ({ action }) => action },
            amountColumn('amount', t.amount, 'amount', { symbolIn: 'symbol' }),
            { key: 'from', title: t.fromAccount, cell: ({ from }) => from },
            { key: 'to', title: t.toAccount, cell: ({ to }) => to },
            {
              key: 'user',
              title: t.user,
              cell: ({ userId }) =>
                userId === null ? '–' : <Link href={userPath(userId)}>{userId}</Link>,
            },
          ]}
        />
      )}
    </Section>
  )
}

function Proposals({ proposals }: Details) {
  const t = useTexts(reconciliationTexts)
  return (
    <Section title={t.proposals}>
      <WideTable
        label={t.proposals}
        rows={proposals}
        keyOf={({ operator }) => operator.id}
        columns={[
          {
            key: 'operator',
            title: t.operator,
            cell: ({ operator }) => <Link href={operatorPath(operator.id)}>{operator.email}</Link>,
          },
          amountColumn('amount', t.amount, 'amount', { signed: true }),
          { key: 'reason', title: t.reason, cell: ({ reason }) => reason },
          { key: 'time', title: t.time, cell: ({ at }) => <Time at={at} /> },
        ]}
      />
    </Section>
  )
}
