import { z } from 'zod'
import { field, optional } from './contracts.ts'

const written = z.iso.datetime({ offset: true })

const time = field({ type: 'string', format: 'date-time' }, (value, fail) => {
  const read = typeof value === 'string' ? written.safeParse(value.trim()) : null
  const at = read?.success === true ? new Date(read.data) : null
  return at !== null && !Number.isNaN(at.getTime())
    ? at
    : fail('The :attribute field must be a valid date.')
})

/** Leaves the items of a list from `from` on and before `to`. */
export const timeFields = { from: optional(time), to: optional(time) }
