import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Select } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { useCoins } from '../data.ts'
import { historyTexts } from '../texts/history.ts'

/** The filters of a list, kept in the address of the screen, and the page that is shown. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const [page, setPage] = useState(1)
  const set = (name: string, value: string) => {
    setPage(1)
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (value === '') next.delete(name)
      else next.set(name, value)
      return next
    })
  }
  return { get: (name: string) => params.get(name) ?? '', set, page, setPage }
}

export type Filters = ReturnType<typeof useFilters>

/** The value if it is one of these; else undefined, which filters nothing. */
export const oneOf = <Value extends string>(
  values: readonly Value[],
  value: string,
): Value | undefined => values.find((one) => one === value)

export const FilterRow = ({ children }: Readonly<{ children: ReactNode }>) => (
  <div className="card filters">{children}</div>
)

type ChoiceProps = Readonly<{
  filters: Filters
  name: string
  label: string
  choices: readonly Readonly<{ value: string; label: string }>[]
}>

/** One of some values, or all. */
export function FilterChoice({ filters, name, label, choices }: ChoiceProps) {
  const t = useTexts(historyTexts)
  return (
    <Select
      name={name}
      label={label}
      value={filters.get(name)}
      onChoose={(value) => filters.set(name, value)}
      choices={[{ value: '', label: t.all }, ...choices]}
    />
  )
}

/** One of the assets, or all. */
export function AssetChoice({ filters }: Readonly<{ filters: Filters }>) {
  const t = useTexts(historyTexts)
  const coins = useCoins().data ?? []
  const choices = coins.map(({ symbol }) => ({ value: symbol, label: symbol }))
  return <FilterChoice filters={filters} name="symbol" label={t.asset} choices={choices} />
}
