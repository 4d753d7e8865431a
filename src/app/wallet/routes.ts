import { z } from 'zod'
import { actions } from '../../core/ledger/post.rules.ts'
import { type Caller, signedIn } from '../../platform/access/signed-in.ts'
import { decimal } from '../../platform/http/contracts/contracts.ts'
import { pageSchema } from '../../platform/http/contracts/lists.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { streamed, success, successOfText } from '../../platform/http/envelope.ts'
import { CheckAddress, checkAddress } from './check-address.ts'
import { Coin } from './coin-item.ts'
import { listCoins } from './list-coins.ts'
import { ListMoves, listMoves } from './list-moves.ts'
import { ListTaxes, listTaxes, TaxItem } from './list-taxes.ts'
import { ListTransfers, listTransfers, ShownTransfer } from './list-transfers.ts'
import { reportFileTypes } from './report-files/stream-report.ts'
import { ReportTaxes, reportTaxes, TaxReport } from './report-taxes.ts'
import { showWorth } from './show-worth.ts'
import {
  ShowAccountStatement,
  showAccountStatement,
  statementFile,
} from './statement/show-account-statement.ts'
import { walletLimits } from './wallet-limits.ts'
import { taxReportMessage } from './write-tax-report.ts'

const { get, post } = endpointsOf('Wallet')

const Move = z
  .object({
    id: z.string(),
    action: z.enum(actions),
    orderNo: z.string().nullable().meta({ description: 'The order of a trade; else null.' }),
    symbol: z.string(),
    account: z.enum(['available', 'locked']),
    amount: decimal,
    balanceAfter: decimal,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Move' })

const Worth = z
  .object({
    currency: z.string(),
    total: decimal.nullable(),
    totalBtc: decimal.nullable(),
    unpriced: z.array(z.string()),
    unpricedBtc: z.array(z.string()),
    assets: z.array(
      z
        .object({
          symbol: z.string(),
          balance: decimal,
          price: decimal.nullable(),
          priceAt: z.iso.datetime().nullable(),
          priceAgeSeconds: z.int().nullable(),
          worth: decimal.nullable(),
          worthBtc: decimal.nullable(),
        })
        .meta({ id: 'AssetWorth' }),
    ),
  })
  .meta({ id: 'WalletWorth' })

const AddressChecked = z
  .object({
    address: z.string(),
    chain_id: z.int(),
    exists: z.boolean(),
  })
  .meta({ id: 'CheckedAddress' })

/** Prevents callers from enumerating our addresses. */
const fewAddresses = {
  name: 'wallet-address-check',
  points: walletLimits.addressChecksAMinute,
  windowSeconds: 60,
  key: ({ caller }: Readonly<{ caller: Caller }>) => `${caller.id}`,
}

const transfers = {
  summary: 'Deposits and withdrawals of the caller, newest first by default',
  access: signedIn,
  query: ListTransfers,
  writes: true,
  run: listTransfers,
  reply: success('api.deposit_withdraw_histories_retrieved', pageSchema(ShownTransfer)),
}

export const walletEndpoints = [
  get('/api/users/coins', {
    summary: 'Every asset with the balance, networks and fees of the caller',
    access: signedIn,
    run: listCoins,
    reply: successOfText('api.coins_retrieved', z.array(Coin)),
  }),
  get('/api/users/wallet', {
    summary: "The worth of the caller's holdings, in their currency and in bitcoin",
    access: signedIn,
    run: showWorth,
    reply: success('api.wallet_retrieved', Worth),
  }),
  post('/api/users/wallet-address-check', {
    summary: 'Whether an address on a chain is one of ours',
    access: signedIn,
    body: CheckAddress,
    throttle: [fewAddresses],
    run: checkAddress,
    reply: success('api.wallet_address_checked', AddressChecked),
    refusals: ['api.withdrawal_address_invalid'],
  }),
  get('/api/users/transaction-histories', {
    summary: 'Every ledger move of the caller',
    access: signedIn,
    query: ListMoves,
    run: listMoves,
    reply: success('api.transaction_histories_retrieved', pageSchema(Move)),
  }),
  get('/api/users/history/v2/deposit-withdraw', transfers),
  get('/api/users/history/deposit-withdraw', { ...transfers, operationId: 'listTransfersV1' }),
  get('/api/users/history/tax', {
    summary: "The taxes on the caller's trades, newest first",
    access: signedIn,
    query: ListTaxes,
    writes: true,
    run: listTaxes,
    reply: success('api.tax_histories_retrieved', pageSchema(TaxItem)),
  }),
  get('/api/users/history/tax/report', {
    summary:
      "The caller's taxes with totals, oldest first: JSON, or a file (format=csv, format=pdf)",
    access: signedIn,
    query: ReportTaxes,
    writes: true,
    run: reportTaxes,
    reply: streamed(taxReportMessage, TaxReport, reportFileTypes),
    refusals: ['api.tax_report_too_large', 'api.too_many_requests'],
  }),
  get('/api/users/history/statement', {
    summary: "The caller's balances and moves of a period, as a PDF or as CSV (format=csv)",
    access: signedIn,
    query: ShowAccountStatement,
    writes: true,
    run: showAccountStatement,
    reply: statementFile,
    refusals: ['api.account_statement_too_large', 'api.too_many_requests'],
  }),
]
