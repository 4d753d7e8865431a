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
