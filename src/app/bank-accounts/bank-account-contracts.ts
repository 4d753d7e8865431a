import { z } from 'zod'
import { digits, line, textOrInteger, wireId } from '../../platform/http/contracts/contracts.ts'
import { bankAccountLimits } from './bank-accounts.sql.ts'

const { idChars, numberDigits, nameChars, addressChars } = bankAccountLimits

/** A destination as its owner enters it; ids and numbers keep leading zeros. */
export const BankAccountFields = z.object({
  bankId: textOrInteger({ max: idChars }),
  bankName: line({ max: nameChars }),
  account: digits({ min: 1, max: numberDigits }),
  bankOwner: line({ max: nameChars }),
  address: line({ max: addressChars }),
})

export const userBankAddressId = wireId
