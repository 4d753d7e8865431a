/**
 * Contracts of the fields that providers send. A field that decides something is read strictly; any
 * other is a note, which is left out if it cannot be read.
 */
import type { z } from 'zod'
import { replacement } from '../../../base/values/lenient.ts'
import { optional, text, textOrInteger } from './contracts.ts'

type Bounds = Readonly<{ max: number }>

const garbled = 'The :attribute field format is invalid.'

/** Rejects a text in which a character was replaced: it is not what the provider sent. */
const intact = <Contract extends z.ZodType<string>>(contract: Contract) =>
  contract.refine((sent) => !sent.includes(replacement), garbled)

/** An id or a state, trimmed. */
export const sentWord = (bounds: Bounds) => intact(text(bounds))

/** The same, also as a whole number. */
export const wordOrInteger = (bounds: Bounds) => intact(textOrInteger(bounds))

/** A field that decides nothing: `undefined` if it is missing, too long or no text. */
export const note = (bounds: Bounds) => loosely(text(bounds))

/** The same field, in which whatever the contract rejects is `undefined`. */
export const loosely = <Contract extends z.ZodType>(contract: Contract) =>
  optional(contract).catch(undefined)
