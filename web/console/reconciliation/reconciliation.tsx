import { useQueryClient } from '@tanstack/react-query'
import { compareDecimals } from '@tukar/client'
import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { useTexts } from '../../ui/language.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { TaskButton } from '../../ui/task-button.tsx'
import { Time } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useOperator, useRead } from '../desk.tsx'
import { Section } from '../facts.tsx'
import { amountColumn } from '../list/columns.tsx'
import { breakPath, listPath } from '../paths.ts'
import { mayActAs } from '../roles.ts'
import { operators } from '../session.ts'
import { WideTable } from '../wide-table.tsx'
import { CorrectLedger } from './correct-ledger.tsx'
import { reconciliationTexts } from './texts.ts'

type Comparison = components['schemas']['Comparison']

/** Each balance at a provider beside ours, those that differ first. */
export function Reconciliation() {
  const t = useTexts(reconciliationTexts)
  const found = useRead(
    ['reconciliation'],
    (client) => client.get('/operator/api/reconciliation'),
    { refetchInterval: 5_000 },
  )
  return (
    <Section
      title={t.reconciliation}
      actions={
        <>
          <Link href={listPath('breaks', { state: 'open' })}>{t.breaks}</Link>
          <CorrectLedger />
          <RunNow />
        </>
      }
    >
      <Loaded query={found}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t.noneYet}</Empty>
          ) : (
            <Comparisons rows={rows.toSorted(byNeed)} />
          )
        }
      </Loaded>
    </Section>
  )
}

const isZero = (decimal: string): boolean => compareDecimals(decimal, '0') === 0

const needOf = ({ agrees, difference }: Comparison): number =>
  agrees ? (isZero(difference) ? 2 : 1) : 0

const byNeed = (one: Comparison, other: Comparison): number => needOf(one) - needOf(other)

function RunNow() {
  const t = useTexts(reconciliationTexts)
  const { role } = useOperator()
  const queries = useQueryClient()
  const toast = useToast()
  if (!mayActAs(role, 'finance')) return null
  const run = async () => {
    await operators.post('/operator/api/reconciliation/run')
    toast(t.running)
    await queries.invalidateQueries({ queryKey: ['reconciliation'] })
  }
  return (
    <TaskButton task={run} className="small">
      {t.runNow}
    </TaskButton>
  )
}

const dayMs = 86_400_000

function Comparisons({ rows }: Readonly<{ rows: readonly Comparison[] }>) {
  const t = useTexts(reconciliationTexts)
  return (
    <WideTable
      label={t.reconciliation}
      rows={rows}
      keyOf={({ provider, symbol }) => `${provider} ${symbol}`}
      columns={[
        { key: 'provider', title: t.provider, cell: ({ provider }) => t.providers[provider] },
        { key: 'asset', title: t.asset, cell: ({ symbol }) => symbol },
        { key: 'state', title: t.state, cell: (row) => <ComparisonState {...row} /> },
        amountColumn('difference', t.difference, 'difference', { signed: true }),
        {
          key: 'day',
          title: t.day,
          cell: ({ provider, symbol, points }) => (
            <Sparkline
              label={t.dayOf(`${symbol}, ${t.providers[provider]}`)}
              spanMs={dayMs}
              points={points.map(({ at, difference, agrees }) => ({
                at,
                value: difference,
                apart: !agrees,
              }))}
            />
          ),
        },
        amountColumn('ours', t.ours, 'ours'),
        amountColumn('theirs', t.theirs, 'theirs'),
        {
          key: 'compared',
          title: t.compared,
          cell: ({ comparedAt }) => <Time at={comparedAt} relative />,
        },
      ]}
    />
  )
}

function ComparisonState({ agrees, breakId }: Comparison) {
  const t = useTexts(reconciliationTexts)
  const status = <Status tone={agrees ? 'good' : 'bad'}>{agrees ? t.agrees : t.differs}</Status>
  return breakId === null ? status : <Link href={breakPath(breakId)}>{status}</Link>
}
