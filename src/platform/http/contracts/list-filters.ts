import { instant, oneOf, optional, text, withDefault } from './contracts.ts'

/** The parameters of lists of a span of time; `to` is excluded. */
export const spanFields = { from: optional(instant), to: optional(instant) }

/** Added after `cursorFields`: the list is a queue, whose oldest item comes first. */
export const oldestFirst = { sort: withDefault(oneOf(['asc', 'desc']), 'asc') }

/** A filter by an asset's symbol. */
export const symbolField = { symbol: optional(text({ max: 12 })) }
