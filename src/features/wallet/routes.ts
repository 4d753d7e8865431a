import { z } from 'zod'
import { type Caller, signedIn } from '../../access/signed-in.ts'
import { limits } from '../../base/limits.ts'
import { endpoint } from '../../http/endpoint.ts'
import { streamed, success, successOfText } from '../../http/envelope.ts'
import { pageSchema } from '../../http/lists.ts'
import { CheckAddress, checkAddress } from './check-address.ts'
import { Coin } from './coin-item.ts'
import { listCoins } from './list-coins.ts'
import { actions, ListMoves, listMoves } from './list-moves.ts'
import { ListTaxes, listTaxes, TaxItem } from './list-taxes.ts'
import { ListTransfers, listTransfers } from './list-transfers.ts'
import { ReportTaxes, reportTaxes, TaxReport } from './report-taxes.ts'
import { showWorth } from './show-worth.ts'
import { taxReportMessage } from './write-tax-report.ts'

const tag = 'Wallet'

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

const Worth = z.object({
  currency: z.string(),
  total: z.string().nullable(),
  totalBtc: z.string().nullable(),
  unpriced: z.array(z.string()),
  unpricedBtc: z.array(z.string()),
  assets: z.array(
    z.object({
      symbol: z.string(),
      balance: z.string(),
      price: z.string().nullable(),
      priceAt: z.iso.datetime().nullable(),
      priceAgeSeconds: z.int().nullable(),
      worth: z.string().nullable(),
      worthBtc: z.string().nullable(),
    }),
  ),
})

const AddressChecked = z.object({
  address: z.string(),
  chain_id: z.int(),
  exists: z.boolean(),
})

/** Prevents callers from enumerating our addresses. */
const fewAddresses = {
  name: 'wallet-address-check',
  points: limits.wallet.addressChecksAMinute,
  windowSeconds: 60,
  key: ({ caller }: Readonly<{ caller: Caller }>) => `${caller.id}`,
}

const transfers = {
  method: 'GET',
  tag,
  summary: 'Deposits and withdrawals of the caller, newest first',
  access: signedIn,
  query: ListTransfers,
  run: listTransfers,
  reply: success('api.deposit_withdraw_histories_retrieved', pageSchema(Transfer)),
} as const

export const walletEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/users/coins',
    tag,
    summary: 'Every asset with the balance, networks and fees of the caller',
    access: signedIn,
    run: listCoins,
    reply: successOfText('api.coins_retrieved', z.array(Coin)),
  }),
  endpoint({
    method: 'GET',
    path: '/api/users/wallet',
    tag,
    summary: 'What the caller owns is worth in their currency and in bitcoin, as far as prices say',
    access: signedIn,
    run: showWorth,
    reply: success('api.wallet_retrieved', Worth),
  }),
  endpoint({
    method: 'POST',
    path: '/api/users/wallet-address-check',
    tag,
    summary: 'Whether an address on a chain is one of ours',
    access: signedIn,
    body: CheckAddress,
    throttle: [fewAddresses],
    run: checkAddress,
    reply: success('api.wallet_address_checked', AddressChecked),
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
  endpoint({ ...transfers, path: '/api/users/history/v2/deposit-withdraw' }),
  endpoint({ ...transfers, path: '/api/users/history/deposit-withdraw' }),
  endpoint({
    method: 'GET',
    path: '/api/users/history/tax',
    tag,
    summary: 'What the caller’s trades were taxed, newest first',
    access: signedIn,
    query: ListTaxes,
    run: listTaxes,
    reply: success('api.tax_histories_retrieved', pageSchema(TaxItem)),
  }),
  endpoint({
    method: 'GET',
    path: '/api/users/history/tax/report',
    tag,
    summary: 'The same with totals, oldest first: as JSON, or as a file (format=csv, format=pdf)',
    access: signedIn,
    query: ReportTaxes,
    run: reportTaxes,
    reply: streamed(taxReportMessage, TaxReport),
    refusals: ['api.tax_report_too_large', 'api.too_many_requests'],
  }),
]
