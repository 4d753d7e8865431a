import { z } from 'zod'
import { digits, text, textOrInteger, wireId } from '../../platform/http/contracts/contracts.ts'
import { bankAccountLimits } from './bank-account-limits.ts'

const { idChars, numberDigits, nameChars, addressChars } = bankAccountLimits

/** A destination as its owner enters it; ids and numbers keep leading zeros. */
export const BankAccountFields = z.object({
  bankId: textOrInteger({ max: idChars }),
  bankName: text({ max: nameChars }),
  account: digits({ min: 1, max: numberDigits }),
  bankOwner: text({ max: nameChars }),
  address: text({ max: addressChars }),
})

export const userBankAddressId = wireId
