/** Where something stands in a list by time; `at` as PostgreSQL writes it, exact. */
export type HistoryPosition = Readonly<{ at: string; kind: number; id: number }>

/** What to read: so many after this place, or after so many from the start of the list. */
export type Stretch = Readonly<{ after: HistoryPosition | null; offset: number; limit: number }>
