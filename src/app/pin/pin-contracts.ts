import type { z } from 'zod'
import type { CounterRule } from '../../core/database/cluster/counters.ts'
import { field } from '../../platform/http/contracts/contracts.ts'

export const pinLimits = {
  digits: 6,
  wrongInARow: 10,
} as const

const pattern = new RegExp(`^[0-9]{${pinLimits.digits}}$`)

/** A PIN is sent as text: a number would lose its leading zeros. */
export const pinDigits = field({ type: 'string', pattern: pattern.source }, (value, fail) =>
  typeof value === 'string' && pattern.test(value)
    ? value
    : fail(`The :attribute field must be ${pinLimits.digits} digits.`),
)

type Pair = Readonly<{ pin?: string | undefined; pin_confirmation?: string | undefined }>

/** Requires a PIN, if given, to be confirmed by an equal `pin_confirmation`. */
export const givenTwice = <Contract extends z.ZodObject>(contract: Contract) =>
  contract
    .refine(({ pin, pin_confirmation: again }: Pair) => pin === undefined || again !== undefined, {
      path: ['pin_confirmation'],
      message: 'The :attribute field is required.',
    })
    .refine(({ pin, pin_confirmation: again }: Pair) => [undefined, again].includes(pin), {
      path: ['pin'],
      message: 'The :attribute field confirmation does not match.',
    })

export const pinValidations: CounterRule = {
  name: 'pin-validations',
  points: 5,
  windowSeconds: 300,
  kept: true,
}
export const pinUpdates: CounterRule = { ...pinValidations, name: 'pin-updates' }
/** Anyone may query the PIN status of any account, so queries are limited by IP and by email. */
export const pinQuestions: CounterRule = { name: 'pin-questions', points: 60, windowSeconds: 60 }
export const pinQuestionsAnHour: CounterRule = {
  name: 'pin-questions-an-hour',
  points: 600,
  windowSeconds: 3_600,
}
export const pinQuestionsAboutOne: CounterRule = {
  name: 'pin-questions-about-one',
  points: 20,
  windowSeconds: 60,
}
