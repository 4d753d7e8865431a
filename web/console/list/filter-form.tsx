import { useId } from 'react'
import { useTexts } from '../../ui/language.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { type Filters, useAddress } from '../address.ts'
import { words } from '../texts.ts'

export type Filter = Readonly<{
  /** The parameter of the list. */
  name: string
  label: string
}> &
  (
    | Readonly<{ kind: 'text'; search?: true }>
    | Readonly<{ kind: 'choice'; choices: readonly Readonly<{ value: string; label: string }>[] }>
    /** A time in Jakarta. */
    | Readonly<{ kind: 'time' }>
  )

/** A filter by one of the values that have labels. */
export const choiceFilter = (
  name: string,
  label: string,
  labels: Readonly<Record<string, string>>,
): Filter => ({
  name,
  label,
  kind: 'choice',
  choices: Object.entries(labels).map(([value, text]) => ({ value, label: text })),
})

export const timeFilters = (t: Readonly<{ from: string; to: string }>): readonly Filter[] => [
  { name: 'from', label: t.from, kind: 'time' },
  { name: 'to', label: t.to, kind: 'time' },
]

/** The filters of a list, whose values are in the address. */
export function FilterForm({ filters }: Readonly<{ filters: readonly Filter[] }>) {
  const t = useTexts(words)
  const { values, change } = useAddress()
  const names = filters.map(({ name }) => name)
  const filtered = names.filter((name) => name in values).length
  const isFiltered = filtered > 0
  const apply = (form: HTMLFormElement) => change({ ...filtersIn(form, filters), cursor: '' })
  return (
    <details className="filters" open={useIsWide()}>
      <summary>{isFiltered ? `${t.filters} (${filtered})` : t.filters}</summary>
      <form
        className="filter-form"
        key={names.map((name) => values[name]).join('\n')}
        onSubmit={(event) => {
          event.preventDefault()
          apply(event.currentTarget)
        }}
        onChange={({ target, currentTarget }) => {
          if (target instanceof HTMLSelectElement) apply(currentTarget)
        }}
      >
        {filters.map((filter) => (
          <FilterField key={filter.name} filter={filter} value={values[filter.name] ?? ''} />
        ))}
        <span className="row">
          <button type="submit" className="small">
            {t.filter}
          </button>
          {isFiltered && (
            <button
              type="button"
              className="link"
              onClick={() =>
                change(Object.fromEntries([...names, 'cursor'].map((name) => [name, ''])))
              }
            >
              {t.clear}
            </button>
          )}
        </span>
      </form>
    </details>
  )
}

function FilterField({ filter, value }: Readonly<{ filter: Filter; value: string }>) {
  const t = useTexts(words)
  const id = useId()
  const { name, label } = filter
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {filter.kind === 'time' && ' (WIB)'}
      </label>
      {filter.kind === 'choice' ? (
        <select id={id} name={name} defaultValue={value}>
          <option value="">{t.all}</option>
          {filter.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={name}
          {...(filter.kind === 'time'
            ? { type: 'datetime-local', defaultValue: jakartaOf(value) }
            : { type: 'text', defaultValue: value })}
          {...(filter.kind === 'text' && filter.search ? { 'aria-keyshortcuts': '/' } : {})}
        />
      )}
    </div>
  )
}

function filtersIn(form: HTMLFormElement, filters: readonly Filter[]): Filters {
  const sent = new FormData(form)
  return Object.fromEntries(
    filters.map(({ name, kind }) => {
      const value = `${sent.get(name) ?? ''}`.trim()
      return [name, kind === 'time' && value !== '' ? instantOf(value) : value]
    }),
  )
}

const aheadMs = 7 * 3_600_000

/** `2026-03-01T09:30` in Jakarta, as the field shows it. */
export function jakartaOf(instant: string): string {
  const ms = Date.parse(instant)
  return Number.isNaN(ms) ? '' : new Date(ms + aheadMs).toISOString().slice(0, 16)
}

export const instantOf = (jakarta: string): string =>
  new Date(Date.parse(`${jakarta}Z`) - aheadMs).toISOString()
