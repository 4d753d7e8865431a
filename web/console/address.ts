import { useLocation, useSearch } from 'wouter'

export type Filters = Readonly<Record<string, string>>

type Address = Readonly<{
  values: Filters
  /** Changes some parameters; an empty value removes one. */
  change: (values: Filters) => void
}>

/** The parameters of the address, where a page keeps its state: reload, back and links keep it. */
export function useAddress(): Address {
  const values = Object.fromEntries(new URLSearchParams(useSearch()))
  const [path, navigate] = useLocation()
  const change = (changed: Filters) => {
    const merged = Object.entries({ ...values, ...changed }).filter(([, value]) => value !== '')
    const query = new URLSearchParams(merged).toString()
    navigate(query === '' ? path : `${path}?${query}`)
  }
  return { values, change }
}
