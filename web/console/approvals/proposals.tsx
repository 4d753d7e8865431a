import { useTexts } from '../../ui/language.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { ListPage } from '../list/list-page.tsx'
import { proposalPath } from '../paths.ts'
import { toneOf } from '../state-word.tsx'
import { changeTexts } from './change-texts.ts'

const states = [
  'proposed',
  'agreed',
  'effective',
  'withdrawn',
  'superseded',
  'expired',
  'void',
] as const
const kinds = [
  'setting',
  'daily-withdrawal-limit',
  'supply-cap',
  'reference-price',
  'pair-state',
  'asset-state',
  'pair-terms',
  'network-terms',
  'trading-fees',
  'asset-active',
  'bank-active',
  'wallet-status',
  'payment-instructions',
] as const

/** The first line of a value; instructions for payments have several. */
const firstLine = (value: string) => value.replace(/\n[\s\S]*$/, ' …')

export function Proposals() {
  const t = useTexts(changeTexts)
  return (
    <ListPage
      label={t.proposals}
      path="/operator/api/proposals"
      keyOf={({ id }) => id}
      open={({ id }) => proposalPath(id)}
      filters={[
        {
          name: 'state',
          label: t.state,
          kind: 'choice',
          choices: states.map((value) => ({ value, label: t.states[value] })),
        },
        {
          name: 'kind',
          label: t.kind,
          kind: 'choice',
          choices: kinds.map((value) => ({ value, label: t.kinds[value] })),
        },
        { name: 'from', label: t.from, kind: 'time' },
        { name: 'to', label: t.to, kind: 'time' },
      ]}
      columns={[
        { key: 'time', title: t.proposedAt, cell: ({ proposedAt }) => <Time at={proposedAt} /> },
        {
          key: 'kind',
          title: t.kind,
          cell: ({ kind }) => t.kinds[kind],
          sortBy: (one) => one.kind,
        },
        {
          key: 'subject',
          title: t.subject,
          cell: ({ subject }) => subject,
          sortBy: ({ subject }) => subject,
        },
        { key: 'before', title: t.before, cell: ({ before }) => firstLine(before) },
        { key: 'value', title: t.value, cell: ({ value }) => firstLine(value) },
        {
          key: 'state',
          title: t.state,
          cell: ({ state }) => <Status tone={toneOf(state)}>{t.states[state]}</Status>,
          sortBy: ({ state }) => state,
        },
        { key: 'by', title: t.proposedBy, cell: ({ proposedBy }) => proposedBy.email },
        { key: 'agreed', title: t.agreedBy, cell: ({ agreedBy }) => agreedBy?.email },
        { key: 'due', title: t.dueAt, cell: ({ dueAt }) => <Time at={dueAt} />, hidden: true },
      ]}
    />
  )
}
