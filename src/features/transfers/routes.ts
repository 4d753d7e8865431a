import { z } from 'zod'
import { signedIn } from '../../access/signed-in.ts'
import { endpoint } from '../../http/endpoint.ts'
import { success } from '../../http/envelope.ts'
import { giveDepositDigit } from './give-deposit-digit.ts'
import { listVirtualAccounts } from './list-virtual-accounts.ts'
import { OpenCoinAddress, openCoinAddress } from './open-coin-address.ts'
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

const CoinAddress = z.object({
  symbol: z.string(),
  network: z.string(),
  address: z.string(),
  legacyAddress: z.string().nullable(),
  tag: z.string().nullable(),
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
  endpoint({
    method: 'POST',
    path: '/api/users/coin-address',
    tag,
    summary: 'Where to receive a coin on a network: the address there is, or a new one',
    access: signedIn,
    body: OpenCoinAddress,
    run: openCoinAddress,
    reply: success('api.coin_address_retrieved', CoinAddress),
    refusals: [
      'api.coin_network_unknown',
      'api.coin_deposit_is_inactive',
      'api.coin_address_unavailable',
    ],
  }),
  endpoint({
    method: 'GET',
    path: '/api/deposit/get-digit-transfer',
    tag: 'Utility',
    summary: 'A number to put into a manual transfer, so that it can be told from others',
    access: signedIn,
    run: giveDepositDigit,
    reply: success('api.manual_deposit_digits_success', z.object({ digit: z.int() })),
    refusals: ['api.manual_deposit_digits_failed'],
  }),
]
