/** A position in a list by time; `at` is PostgreSQL's text form, without rounding. */
export type HistoryPosition = Readonly<{ at: string; kind: number; id: number }>

/** The rows to read: `limit` rows after a position, or from an offset. */
export type Stretch = Readonly<{ after: HistoryPosition | null; offset: number; limit: number }>
