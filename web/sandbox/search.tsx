import { useId } from 'react'

type SearchProps = Readonly<{ label: string; value: string; onChange: (value: string) => void }>

/** Filters a list while the user types. */
export function Search({ label, value, onChange }: SearchProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
