import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { Facts, Section } from '../facts.tsx'
import { userPath } from '../paths.ts'
import { words } from '../texts.ts'
import { WideTable } from '../wide-table.tsx'
import { moneyTexts } from './money-texts.ts'

type Owner = components['schemas']['OwnerFacts']

/** The user whose money it is: the account, its last 30 days, and its sessions. */
export function OwnerSections({ owner, name }: Readonly<{ owner: Owner; name: string | null }>) {
  const t = useTexts(moneyTexts)
  const { yes, no, provenName } = useTexts(words)
  const { identityStatus, authenticatorChangedAt, suspendedAt } = owner
  return (
    <>
      <Section title={t.owner}>
        <Facts
          facts={[
            [provenName, name],
            [t.email, <Link key="user" href={userPath(owner.id)}>{`${owner.email}`}</Link>],
            [t.identity, wordIn(t.identities, identityStatus)],
            [t.registered, <Time key="registered" at={owner.createdAt} />],
            [t.authenticator, owner.authenticator ? yes : no],
            [
              t.changedAt,
              authenticatorChangedAt && <Time key="changed" at={authenticatorChangedAt} />,
            ],
            [t.suspended, suspendedAt && <Time key="suspended" at={suspendedAt} />],
            [t.devices, owner.devices],
          ]}
        />
      </Section>
      <Section title={t.last30}>
        <Recent recent={owner.recent} />
      </Section>
      <Section title={t.sessions}>
        {owner.sessions.length === 0 ? (
          <p className="hint">{t.noSessions}</p>
        ) : (
          <Sessions sessions={owner.sessions} />
        )}
      </Section>
    </>
  )
}

function Recent({ recent }: Pick<Owner, 'recent'>) {
  const t = useTexts(moneyTexts)
  const rows = [
    { title: t.deposits, ...recent.deposits },
    { title: t.orders, count: recent.orders, worthIdr: undefined },
    { title: t.trades, ...recent.trades },
    { title: t.withdrawals, ...recent.withdrawals },
  ]
  return (
    <WideTable
      label={t.last30}
      rows={rows}
      keyOf={({ title }) => title}
      columns={[
        { key: 'title', title: t.kind, cell: ({ title }) => title },
        { key: 'count', title: t.count, numeric: true, cell: ({ count }) => count },
        {
          key: 'worth',
          title: t.worth,
          numeric: true,
          cell: ({ worthIdr }) =>
            worthIdr === undefined ? (
              ''
            ) : worthIdr === null ? (
              t.noPrice
            ) : (
              <Amount value={worthIdr} symbol="IDR" />
            ),
        },
      ]}
    />
  )
}

function Sessions({ sessions }: Pick<Owner, 'sessions'>) {
  const t = useTexts(moneyTexts)
  return (
    <WideTable
      label={t.sessions}
      rows={sessions}
      keyOf={({ signedInAt }) => signedInAt}
      columns={[
        { key: 'device', title: t.device, cell: ({ device }) => device ?? t.unknown },
        { key: 'ip', title: t.ip, cell: ({ ip }) => ip ?? t.unknown },
        { key: 'in', title: t.signedIn, cell: (one) => <Time at={one.signedInAt} relative /> },
        { key: 'used', title: t.used, cell: ({ usedAt }) => <Time at={usedAt} relative /> },
      ]}
    />
  )
}
