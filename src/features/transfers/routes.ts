import { z } from 'zod'
import { signedIn } from '../../access/signed-in.ts'
import { endpoint } from '../../http/endpoint.ts'
import { success } from '../../http/envelope.ts'
import { listVirtualAccounts } from './list-virtual-accounts.ts'
import { OpenVirtualAccount, openVirtualAccount } from './open-virtual-account.ts'

const tag = 'Deposits and withdrawals'

const VirtualAccount = z.object({
  id: z.int(),
  bankCode: z.string(),
  accountNumber: z.string().nullable(),
  name: z.string(),
  status: z.string(),
  createdAt: z.date().transform((at) => at.toISOString()),
})

/** Specification 4.12, and the virtual accounts deposits are paid into. */
export const transferEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/payx/virtual-accounts',
    tag,
    summary: 'Open a virtual account at a bank, or get the one there is',
    access: signedIn,
    body: OpenVirtualAccount,
    idempotent: true,
    run: openVirtualAccount,
    reply: success('api.virtual_account_created', VirtualAccount),
    refusals: ['api.virtual_account_unavailable'],
  }),
  endpoint({
    method: 'GET',
    path: '/api/payx/virtual-accounts',
    tag,
    summary: 'The virtual accounts of the caller',
    access: signedIn,
    run: listVirtualAccounts,
    reply: success('api.virtual_accounts_retrieved', z.array(VirtualAccount).readonly()),
  }),
]
