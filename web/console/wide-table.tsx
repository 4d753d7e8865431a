import type { ComponentProps } from 'react'
import { Table } from '../ui/table.tsx'

type WideProps<Row> = ComponentProps<typeof Table<Row>>

/** A table that scrolls sideways where there is no room for all of its columns. */
export const WideTable = <Row,>(props: WideProps<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls needs the focus.
  <div className="scroll" tabIndex={0}>
    <Table {...props} />
  </div>
)
