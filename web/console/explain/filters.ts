import type { Filter } from '../list/filter-form.tsx'

const actions = [
  'DEPOSIT',
  'WITHDRAWAL',
  'HOLD',
  'RELEASE',
  'TRADE',
  'FEE',
  'TAX',
  'ADJUSTMENT',
] as const

export const actionFilter = (label: string): Filter => ({
  name: 'action',
  label,
  kind: 'choice',
  choices: actions.map((value) => ({ value, label: value })),
})

export const timeFilters = (t: Readonly<{ from: string; to: string }>): readonly Filter[] => [
  { name: 'from', label: t.from, kind: 'time' },
  { name: 'to', label: t.to, kind: 'time' },
]
