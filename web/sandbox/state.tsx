import { useState } from 'react'
import * as z from 'zod/mini'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/form.tsx'
import { useTexts } from '../ui/language.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { useControl, useProviders } from './control.ts'
import { Search } from './search.tsx'
import { stateTexts } from './texts/state.ts'

const limit = 200

const Row = z.record(z.string(), z.unknown())
type Row = z.output<typeof Row>
const State = z.record(z.string(), z.unknown())

/** What each emulator keeps, with the provider's own field names. */
export function StateBrowser() {
  const t = useTexts(stateTexts)
  const [provider, setProvider] = useState('payx')
  const [search, setSearch] = useState('')
  const providers = (useProviders().data?.providers ?? ['payx']).filter((name) => name !== 'mail')
  const query = useControl('state', `/state?provider=${provider}&limit=${limit}`, State)
  return (
    <>
      <div className="panel-filters">
        <Select
          name="provider"
          label={t.provider}
          value={provider}
          onChoose={setProvider}
          choices={providers.map((value) => ({ value, label: value }))}
        />
        <Search label={t.search} value={search} onChange={setSearch} />
      </div>
      <Loaded query={query}>
        {(state) => {
          const parts = partsOf(state)
          if (parts.length === 0) return <Empty>{t.nothing}</Empty>
          return parts.map(({ name, rows }) => (
            <PartTable key={name} name={name} rows={rows} search={search} />
          ))
        }}
      </Loaded>
    </>
  )
}

type Part = Readonly<{ name: string; rows: readonly Row[] }>

/** The lists of a state; what is no list is a row of one. */
function partsOf(state: Row): readonly Part[] {
  return Object.entries(state).flatMap(([provider, kept]): readonly Part[] => {
    if (Array.isArray(kept)) return [{ name: provider, rows: kept.map(rowOf) }]
    return Object.entries(rowOf(kept)).map(([name, value]) => ({
      name,
      rows: Array.isArray(value) ? value.map(rowOf) : [rowOf(value)],
    }))
  })
}

const rowOf = (value: unknown): Row => {
  const row = Row.safeParse(value)
  return row.success ? row.data : { value }
}

const textOfCell = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function PartTable({ name, rows, search }: Part & Readonly<{ search: string }>) {
  const t = useTexts(stateTexts)
  const [shown, setShown] = useState<Row | null>(null)
  const wanted = search.trim().toLowerCase()
  const found = rows
    .filter((row) => JSON.stringify(row).toLowerCase().includes(wanted))
    .toReversed()
  const columns = [...new Set(found.flatMap((row) => Object.keys(row)))]
  return (
    <section className="card flush" aria-label={name}>
      <div className="card-head between">
        <h2>{name}</h2>
        <span className="quiet">{rows.length === limit ? t.newest(limit) : found.length}</span>
      </div>
      {found.length === 0 ? (
        <Empty>{t.none}</Empty>
      ) : (
        <div className="panel-table">
          <table aria-label={name}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="hidden">{t.whole}</span>
                </th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.map((row) => (
                <tr key={keyOf(row)}>
                  <td>
                    <button type="button" className="link" onClick={() => setShown(row)}>
                      {t.whole}
                    </button>
                  </td>
                  {columns.map((column) => (
                    <td key={column}>{textOfCell(row[column])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {shown !== null && (
        <Dialog title={t.wholeOf} onClose={() => setShown(null)}>
          <pre>{JSON.stringify(shown, null, 2)}</pre>
        </Dialog>
      )}
    </section>
  )
}

/** Rows of emulators differ: a key that one of them has, or all of it. */
const keyOf = (row: Row): string =>
  textOfCell(
    row['id'] ?? row['orderId'] ?? row['merchantOrderId'] ?? row['address'] ?? JSON.stringify(row),
  ) + textOfCell(row['assetId'])
