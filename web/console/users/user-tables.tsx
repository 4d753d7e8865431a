import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { Section } from '../facts.tsx'
import { amountColumn } from '../list/columns.tsx'
import { Part } from '../part.tsx'
import { statementPath, withdrawalPath } from '../paths.ts'
import { words } from '../texts.ts'
import { userTexts } from './texts.ts'

type UserProps = Readonly<{ user: components['schemas']['UserDetails'] }>

const time = (at: string | null) => (at === null ? '–' : <Time at={at} />)

export function Risks({ user }: UserProps) {
  const t = useTexts(userTexts)
  const kinds: Readonly<Record<string, string>> = t.riskKinds
  return (
    <Part
      title={t.risks}
      rows={user.risks}
      empty={t.noRisks}
      keyOf={({ kind, detail }) => `${kind} ${detail}`}
      columns={[
        { key: 'kind', title: t.risks, cell: ({ kind }) => kinds[kind] ?? kind },
        {
          key: 'detail',
          title: t.detail,
          cell: ({ kind, detail }) =>
            kind === 'withdrawal-in-doubt' && detail !== null ? (
              <Link href={withdrawalPath(detail)}>{detail}</Link>
            ) : (
              (detail ?? '–')
            ),
        },
        { key: 'since', title: t.since, cell: ({ since }) => time(since) },
        { key: 'until', title: t.until, cell: ({ until }) => time(until) },
      ]}
    />
  )
}

export function Limits({ user }: UserProps) {
  const t = useTexts(userTexts)
  const amount = (value: string, symbol: string | null) => (
    <Amount value={value} {...(symbol === null ? {} : { unit: symbol })} />
  )
  return (
    <Part
      title={t.limits}
      rows={user.limits}
      keyOf={({ kind, symbol }) => `${kind} ${symbol}`}
      columns={[
        { key: 'kind', title: t.limit, cell: ({ kind }) => t.limitKinds[kind] },
        {
          key: 'used',
          title: t.used,
          numeric: true,
          cell: ({ used, symbol }) => amount(used, symbol),
        },
        {
          key: 'most',
          title: t.most,
          numeric: true,
          cell: ({ most, symbol }) => amount(most, symbol),
        },
      ]}
    />
  )
}

export function Balances({ user }: UserProps) {
  const t = useTexts(userTexts)
  return (
    <>
      <Section title={t.total}>
        <p className="headline">
          <Amount value={user.worthIdr} symbol="IDR" />
        </p>
      </Section>
      <Part
        title={t.balances}
        rows={user.balances}
        keyOf={({ symbol }) => symbol}
        columns={[
          {
            key: 'asset',
            title: t.asset,
            cell: ({ symbol }) => <Link href={statementPath(user.id, symbol)}>{symbol}</Link>,
          },
          amountColumn('available', t.available, 'available'),
          amountColumn('locked', t.locked, 'locked'),
          {
            key: 'worth',
            title: t.worth,
            numeric: true,
            cell: ({ worthIdr }) =>
              worthIdr === null ? '–' : <Amount value={worthIdr} symbol="IDR" />,
          },
        ]}
      />
    </>
  )
}

export function Devices({ user }: UserProps) {
  const t = useTexts(userTexts)
  const w = useTexts(words)
  return (
    <>
      <Part
        title={t.sessions}
        rows={user.sessions}
        keyOf={({ id }) => `${id}`}
        columns={[
          { key: 'device', title: t.device, cell: ({ device }) => device ?? t.unnamed },
          { key: 'ip', title: t.ip, cell: ({ ip }) => ip ?? '–' },
          { key: 'created', title: t.since, cell: ({ createdAt }) => time(createdAt) },
          { key: 'used', title: t.lastUsed, cell: ({ lastUsedAt }) => time(lastUsedAt) },
          { key: 'expires', title: t.expires, cell: ({ expiresAt }) => time(expiresAt) },
        ]}
      />
      <Part
        title={t.devices}
        rows={user.devices}
        keyOf={({ createdAt, network }) => `${createdAt} ${network}`}
        columns={[
          { key: 'name', title: t.device, cell: ({ name }) => name ?? t.unnamed },
          { key: 'network', title: t.network, cell: ({ network }) => network },
          {
            key: 'key',
            title: t.keyKept,
            cell: ({ keyKept }) => (keyKept ? w.yes : w.no),
          },
          { key: 'created', title: t.firstUsed, cell: ({ createdAt }) => time(createdAt) },
          { key: 'used', title: t.lastUsed, cell: ({ usedAt }) => time(usedAt) },
        ]}
      />
    </>
  )
}
