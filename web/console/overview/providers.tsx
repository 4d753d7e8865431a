import type { components } from '@tukar/client/operator'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { useRead } from '../desk.tsx'
import { Section } from '../facts.tsx'
import { WideTable } from '../wide-table.tsx'
import { overviewTexts } from './texts.ts'

type Health = components['schemas']['ProviderHealth']
type Row = Health & Readonly<{ node: string }>

const tones: Readonly<Record<Health['circuit'], Tone>> = {
  closed: 'good',
  open: 'bad',
  probing: 'busy',
}

/** The health of each provider, as each node sees it. */
export function Providers() {
  const t = useTexts(overviewTexts)
  const found = useRead(
    ['overview', 'providers'],
    (client) => client.get('/operator/api/overview/providers'),
    { refetchInterval: 10_000 },
  )
  return (
    <Section title={t.providers}>
      <Loaded query={found}>
        {(nodes) => (
          <ProviderTable
            isOneNode={nodes.length < 2}
            rows={nodes.flatMap(({ node, providers }) =>
              providers.map((provider) => ({ ...provider, node })),
            )}
          />
        )}
      </Loaded>
    </Section>
  )
}

function ProviderTable(props: Readonly<{ rows: readonly Row[]; isOneNode: boolean }>) {
  const t = useTexts(overviewTexts)
  const node = { key: 'node', title: t.node, cell: (row: Row) => row.node }
  return (
    <WideTable
      label={t.providers}
      rows={props.rows}
      keyOf={(row) => `${row.provider} ${row.node}`}
      columns={[
        { key: 'provider', title: t.provider, cell: ({ provider }) => provider },
        ...(props.isOneNode ? [] : [node]),
        {
          key: 'state',
          title: t.state,
          cell: ({ circuit, calls }) =>
            calls === 0 ? (
              <Status tone="quiet">{t.unused}</Status>
            ) : (
              <Status tone={tones[circuit]}>{t.circuits[circuit]}</Status>
            ),
        },
        {
          key: 'success',
          title: t.lastSuccess,
          cell: ({ lastSuccessAt: at }) => (at === null ? '–' : <Time at={at} relative />),
        },
        {
          key: 'latency',
          title: t.latency,
          numeric: true,
          cell: ({ medianMs, p95Ms }) => (medianMs === null ? '–' : `${medianMs} / ${p95Ms} ms`),
        },
        {
          key: 'failures',
          title: t.failures,
          numeric: true,
          cell: ({ failures, calls }) => `${failures} / ${calls}`,
        },
        {
          key: 'failure',
          title: t.lastFailure,
          cell: ({ lastFailure, lastFailureAt: at }) =>
            at === null ? (
              '–'
            ) : (
              <>
                {lastFailure}, <Time at={at} relative />
              </>
            ),
        },
        { key: 'budget', title: t.budget, cell: ({ budgets }) => <Budgets budgets={budgets} /> },
      ]}
    />
  )
}

function Budgets({ budgets }: Pick<Health, 'budgets'>) {
  const names: Readonly<Record<string, string>> = useTexts(overviewTexts).budgets
  if (budgets.length === 0) return '–'
  return (
    <span className="lines">
      {budgets.map(({ name, used, most }) => (
        <span key={name}>
          {used} / {most} {names[name] ?? name}
        </span>
      ))}
    </span>
  )
}
