import { z } from 'zod'

const Fields = z.record(z.string(), z.unknown())
export type Fields = z.output<typeof Fields>

/** The fields of a JSON object. */
export const fieldsIn = (text: string): Fields => Fields.parse(JSON.parse(text))
