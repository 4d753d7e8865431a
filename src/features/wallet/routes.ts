import { z } from 'zod'
import { signedIn } from '../../access/signed-in.ts'
import { endpoint } from '../../http/endpoint.ts'
import { success } from '../../http/envelope.ts'
import { pageSchema } from '../../http/lists.ts'
import { listCoins } from './list-coins.ts'
import { actions, ListMoves, listMoves } from './list-moves.ts'
import { ListTransfers, listTransfers } from './list-transfers.ts'

const tag = 'Wallet'

const Network = z.object({
  network: z.string(),
  chainId: z.int(),
  address: z.string().nullable(),
  tag: z.string().nullable(),
  depositActive: z.boolean(),
  withdrawActive: z.boolean(),
  withdrawalFee: z.string(),
  minWithdrawal: z.string(),
  maxWithdrawal: z.string(),
})

const Coin = z.object({
  symbol: z.string(),
  name: z.string(),
  kind: z.enum(['FIAT', 'COIN']),
  scale: z.int(),
  available: z.string(),
  locked: z.string(),
  balance: z.string(),
  price: z.string().nullable(),
  active: z.boolean(),
  withdrawalFee: z.string(),
  networks: z.array(Network),
})

const Move = z.object({
  id: z.string(),
  action: z.enum(actions),
  symbol: z.string(),
  account: z.enum(['available', 'locked']),
  amount: z.string(),
  balanceAfter: z.string(),
  createdAt: z.iso.datetime(),
})

const Transfer = z.object({
  id: z.string(),
  type: z.enum(['CASH_DEPOSIT', 'COIN_DEPOSIT', 'COIN_WITHDRAWAL', 'CASH_WITHDRAWAL']),
  symbol: z.string(),
  amount: z.string(),
  fee: z.string(),
  status: z.string(),
  network: z.string().nullable(),
  address: z.string().nullable(),
  txHash: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** Specification 4.4. */
export const walletEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/users/coins',
    tag,
    summary: 'Every asset with the balance, networks and fees of the caller',
    access: signedIn,
    run: listCoins,
    reply: success('api.coins_retrieved', z.array(Coin)),
  }),
  endpoint({
    method: 'GET',
    path: '/api/users/transaction-histories',
    tag,
    summary: 'Every ledger move of the caller',
    access: signedIn,
    query: ListMoves,
    run: listMoves,
    reply: success('api.transaction_histories_retrieved', pageSchema(Move)),
  }),
  endpoint({
    method: 'GET',
    path: '/api/users/history/deposit-withdraw',
    tag,
    summary: 'Deposits and withdrawals of the caller, newest first',
    access: signedIn,
    query: ListTransfers,
    run: listTransfers,
    reply: success('api.deposit_withdraw_histories_retrieved', pageSchema(Transfer)),
  }),
]
