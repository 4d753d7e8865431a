import type { ComponentProps } from 'react'
import { useTexts } from '../ui/language.tsx'
import { Empty } from '../ui/states.tsx'
import type { Table } from '../ui/table.tsx'
import { Section } from './facts.tsx'
import { words } from './texts.ts'
import { WideTable } from './wide-table.tsx'

type PartProps<Row> = Omit<ComponentProps<typeof Table<Row>>, 'label'> &
  Readonly<{ title: string; empty?: string }>

/** A table that is a section of a page. */
export function Part<Row>({ title, empty, ...table }: PartProps<Row>) {
  const t = useTexts(words)
  return (
    <Section title={title}>
      {table.rows.length === 0 ? (
        <Empty>{empty ?? t.nothing}</Empty>
      ) : (
        <WideTable label={title} {...table} />
      )}
    </Section>
  )
}
