import { z } from 'zod'
import { mailedChanges } from '../../platform/access/mailed-changes.ts'
import { type Caller, signedIn } from '../../platform/access/signed-in.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { success } from '../../platform/http/envelope.ts'
import { AddBankAccount, addBankAccount } from './add-bank-account.ts'
import { bankAccountLimits } from './bank-accounts.sql.ts'
import { CheckBankOwner, CheckedBankOwner, checkBankOwner } from './check-bank-owner.ts'
import { DeleteBankAccount, deleteBankAccount } from './delete-bank-account.ts'
import { EditBankAccount, editBankAccount } from './edit-bank-account.ts'
import { listBankAccounts } from './list-bank-accounts.ts'

const { get, post, put, remove } = endpointsOf('Bank accounts')
const path = '/api/user/bank'

const BankAccount = z
  .object({
    userBankAddressId: z.int(),
    bankId: z.string(),
    bankName: z.string(),
    account: z.string(),
    bankOwner: z.string(),
    address: z.string(),
  })
  .meta({ id: 'BankAccount' })

/** Each check reads a sealed record. */
const fewChecks = {
  name: 'bank-owner-check',
  points: bankAccountLimits.ownerChecksAMinute,
  windowSeconds: 60,
  key: ({ caller }: Readonly<{ caller: Caller }>) => `${caller.id}`,
}

/** Endpoints of specification 4.3. */
export const bankAccountEndpoints = [
  get(path, {
    summary: 'The bank accounts of the caller',
    access: signedIn,
    run: listBankAccounts,
    reply: success('api.user_banks_retrieved_successfully', z.array(BankAccount).readonly()),
  }),
  post(path, {
    summary: 'Add a bank account',
    access: signedIn,
    body: AddBankAccount,
    throttle: [mailedChanges],
    run: addBankAccount,
    reply: success('api.bank_added_successfully', BankAccount),
    refusals: ['api.bank_limit'],
  }),
  post(`${path}/owner`, {
    summary: "The caller's proven name, and whether the owner of a bank account has it",
    access: signedIn,
    body: CheckBankOwner,
    throttle: [fewChecks],
    run: checkBankOwner,
    reply: success('api.bank_owner_checked', CheckedBankOwner),
  }),
  put(path, {
    summary: 'Change a bank account',
    access: signedIn,
    body: EditBankAccount,
    throttle: [mailedChanges],
    run: editBankAccount,
    reply: success('api.bank_updated_successfully', BankAccount),
    refusals: ['api.bank_not_found'],
  }),
  remove(`${path}/{id}`, {
    summary: 'Delete a bank account',
    access: signedIn,
    params: DeleteBankAccount,
    throttle: [mailedChanges],
    run: deleteBankAccount,
    reply: success('api.bank_deleted_successfully'),
    refusals: ['api.bank_not_found'],
  }),
]
