import { useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client/operator'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { TaskButton } from '../../ui/task-button.tsx'
import { Time } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useOperator, useRead } from '../desk.tsx'
import { Section } from '../facts.tsx'
import { amountColumn } from '../list/columns.tsx'
import { mayActAs } from '../roles.ts'
import { operators } from '../session.ts'
import { WideTable } from '../wide-table.tsx'
import { proofTexts } from './texts.ts'

type Proof = components['schemas']['RequestedLiabilityProof']
type Held = components['schemas']['HeldAt']

/** The newest proof of liabilities beside what each place holds, and the kept proofs. */
export function Proofs() {
  const t = useTexts(proofTexts)
  const proofs = useRead(['proofs'], (client) => client.get('/operator/api/proofs/liabilities'), {
    refetchInterval: 5_000,
  })
  return (
    <>
      <Section title={t.newest} actions={<ProveNow />}>
        <p>{t.limit}</p>
        <Loaded query={proofs}>
          {(list) => <Newest proof={list.find(({ publishedAt }) => publishedAt !== null)} />}
        </Loaded>
      </Section>
      <Section title={t.proofs}>
        <Loaded query={proofs}>{(list) => <Kept proofs={list} />}</Loaded>
      </Section>
    </>
  )
}

function ProveNow() {
  const t = useTexts(proofTexts)
  const { role } = useOperator()
  const queries = useQueryClient()
  const toast = useToast()
  if (!mayActAs(role, 'finance')) return null
  const run = async () => {
    await operators.post('/operator/api/proofs/liabilities')
    toast(t.proving)
    await queries.invalidateQueries({ queryKey: ['proofs'] })
  }
  return (
    <TaskButton task={run} className="small">
      {t.prove}
    </TaskButton>
  )
}

function Newest({ proof }: Readonly<{ proof: Proof | undefined }>) {
  const t = useTexts(proofTexts)
  const balances = useRead(['overview', 'balances'], (client) =>
    client.get('/operator/api/overview/balances'),
  )
  if (proof === undefined) return <Empty>{t.none}</Empty>
  return (
    <Loaded query={balances}>
      {(sheets) => (
        <WideTable
          label={t.newest}
          rows={proof.assets}
          keyOf={({ symbol }) => symbol}
          columns={[
            { key: 'asset', title: t.asset, cell: ({ symbol }) => symbol },
            amountColumn('owed', t.owed, 'total'),
            {
              key: 'held',
              title: t.held,
              cell: ({ symbol }) => (
                <Places held={sheets.find((sheet) => sheet.symbol === symbol)?.held ?? []} />
              ),
            },
            { key: 'root', title: t.root, cell: ({ root }) => <code>{root}</code> },
          ]}
        />
      )}
    </Loaded>
  )
}

function Places({ held }: Readonly<{ held: readonly Held[] }>) {
  const t = useTexts(proofTexts)
  if (held.length === 0) return '–'
  return (
    <span className="lines">
      {held.map(({ place, books, reported, comparedAt }) => (
        <span key={place}>
          {t.places[place]}: <Amount value={reported ?? books} />{' '}
          <span className="quiet">
            {reported === null ? t.books : t.reported}{' '}
            {comparedAt !== null && <Time at={comparedAt} relative />}
          </span>
        </span>
      ))}
    </span>
  )
}

function Kept({ proofs }: Readonly<{ proofs: readonly Proof[] }>) {
  const t = useTexts(proofTexts)
  if (proofs.length === 0) return <Empty>{t.none}</Empty>
  return (
    <WideTable
      label={t.proofs}
      rows={proofs}
      keyOf={({ id }) => id}
      columns={[
        { key: 'id', title: t.number, cell: ({ id }) => id },
        {
          key: 'taken',
          title: t.takenAt,
          cell: ({ takenAt }) => (takenAt === null ? t.building : <Time at={takenAt} />),
        },
        {
          key: 'published',
          title: t.publishedAt,
          cell: ({ publishedAt }) => (publishedAt === null ? '–' : <Time at={publishedAt} />),
        },
        {
          key: 'by',
          title: t.requestedBy,
          cell: ({ requestedBy }) => requestedBy?.email ?? t.nightly,
        },
      ]}
    />
  )
}
