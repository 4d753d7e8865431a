import type { Language } from '@tukar/client'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Field, Select, TextArea, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Action } from '../action.tsx'
import { useAddress } from '../address.ts'
import { FilterForm } from '../list/filter-form.tsx'
import { proposalPath } from '../paths.ts'
import { words } from '../texts.ts'
import { shared } from './texts.ts'

type WholeListProps<Row> = Readonly<{
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  /** The text in which the search looks. */
  textOf: (row: Row) => string
  children?: ReactNode
}>

/** A list that the service returns whole; the search is in the address. */
export function WholeList<Row>(props: WholeListProps<Row>) {
  const { label, rows, columns, keyOf, textOf, children } = props
  const t = useTexts(words)
  const { find } = useTexts(shared)
  const { values } = useAddress()
  const wanted = (values['q'] ?? '').toLowerCase()
  const found = rows.filter((row) => textOf(row).toLowerCase().includes(wanted))
  return (
    <div className="card flush">
      <FilterForm filters={[{ name: 'q', label: find, kind: 'text', search: true }]} />
      {children && <div className="list-tools">{children}</div>}
      {found.length === 0 ? (
        <Empty>{t.nothing}</Empty>
      ) : (
        <ScrollingTable {...{ label, rows: found, columns, keyOf }} />
      )}
    </div>
  )
}

type TableProps<Row> = Omit<WholeListProps<Row>, 'textOf' | 'children'>

/** A table that scrolls sideways on a narrow screen. */
export const ScrollingTable = <Row,>(props: TableProps<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls needs the focus.
  <section className="scroll" aria-label={props.label} tabIndex={0}>
    <Table {...props} />
  </section>
)

/** Opens the page of what a request proposed, if it proposed anything. */
export function useOpenProposal() {
  const [, navigate] = useLocation()
  return ({ proposal }: Readonly<{ proposal: Readonly<{ id: number }> | null }>) => {
    if (proposal !== null) navigate(proposalPath(proposal.id))
  }
}

type EditAndDeleteProps = Readonly<{
  save: (values: Values, version: string) => Promise<unknown>
  version: string
  remove: () => Promise<unknown>
  /** The fields of the form. */
  children: ReactNode
}>

/** What support may do with a row of the content. */
export function EditAndDelete({ save, version, remove, children }: EditAndDeleteProps) {
  const t = useTexts(shared)
  return (
    <span className="row">
      <Action title={t.edit} role="support" run={save} version={version}>
        {children}
      </Action>
      <Action title={t.remove} role="support" tone="danger" run={remove}>
        <p>{t.cannotUndo}</p>
      </Action>
    </span>
  )
}

export function Activity({ active }: Readonly<{ active: boolean }>) {
  const t = useTexts(shared)
  return <Status tone={active ? 'good' : 'quiet'}>{active ? t.active : t.inactive}</Status>
}

type YesNoProps = Readonly<{ name: string; label: string; value: boolean }>

/** A choice whose value is `true` or `false`. */
export function YesNo({ name, label, value }: YesNoProps) {
  const t = useTexts(words)
  const choices = [
    { value: 'true', label: t.yes },
    { value: 'false', label: t.no },
  ]
  return <Select name={name} label={label} choices={choices} defaultValue={`${value}`} />
}

export type Both = Readonly<{ id: string; en: string }>

const contentLanguages = ['id', 'en'] as const satisfies readonly Language[]

type BothProps = Readonly<{
  name: string
  label: string
  value?: Both | undefined
  maxLength: number
  rows?: number
}>

/** A field for each language, named `title.id` and `title.en`; of several lines if it has rows. */
export function BothFields({ name, label, value, maxLength, rows }: BothProps) {
  const t = useTexts(shared)
  return (
    <div className="both-languages">
      {contentLanguages.map((language) => {
        const field = {
          name: `${name}.${language}`,
          label: t.inLanguage(label, t.languages[language]),
          defaultValue: value?.[language] ?? '',
          maxLength,
          required: true,
        }
        return rows === undefined ? (
          <Field key={language} {...field} />
        ) : (
          <TextArea key={language} {...field} rows={rows} />
        )
      })}
    </div>
  )
}

export const bothIn = (values: Values, name: string): Both => ({
  id: values[`${name}.id`] ?? '',
  en: values[`${name}.en`] ?? '',
})

export function PositionField({ value = 0 }: Readonly<{ value?: number | undefined }>) {
  const t = useTexts(shared)
  return (
    <Field
      name="position"
      label={t.position}
      hint={t.positionHint}
      type="number"
      min={0}
      max={1_000_000}
      defaultValue={value}
      required
    />
  )
}

/** A whole number that a field holds. */
export const integerIn = (values: Values, name: string): number =>
  Number.parseFloat(values[name] ?? '')
