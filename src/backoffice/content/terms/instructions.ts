import {
  type InstructionsKey,
  lockInstructions,
  writeInstructions,
} from '../../../core/reference/payment-instructions.sql.ts'
import { namesAccount } from './account-number.rules.ts'
import type { GuardedSubject } from './guarded-kind.ts'

/** The name of a bank's instructions as the subject of a proposal and of the audit. */
export const instructionsSubject = ({ bankCode, channel, lang }: InstructionsKey): string =>
  `${bankCode}/${channel}/${lang}`

export const stepsText = (steps: readonly string[]): string => steps.join('\n')

/**
 * The steps by which users pay into their virtual accounts. Apps show the number of the account
 * beside them, so no step has one.
 */
export const paymentInstructions: GuardedSubject = {
  unknown: 'api.content_not_found',
  unfit: 'api.account_number_in_text',
  weigh: async (tx, _ctx, subject, value) => {
    const [bankCode = '', channel = '', lang = ''] = subject.split('/', 3)
    const key = { bankCode, channel, lang }
    const stored = await lockInstructions(tx, key)
    if (stored === null) return null
    const steps = value.split('\n')
    const write = () => writeInstructions(tx, key, steps)
    const isAllowed = !steps.some(namesAccount)
    return { before: stepsText(stored.steps), next: isAllowed ? { value, write } : null }
  },
}
