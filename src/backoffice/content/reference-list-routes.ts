import { z } from 'zod'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorList } from '../../platform/access/operators/operator-list.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { conflictRefusals, editOf } from '../../platform/access/operators/versions.ts'
import { success } from '../../platform/http/envelope.ts'
import {
  ListedFees,
  ListedPair,
  listStoredAssets,
  listStoredBanks,
  listStoredCountries,
  listStoredFees,
  listStoredPairs,
  listStoredWalletFlags,
  StoredAsset,
  StoredBank,
  StoredCountry,
  WalletFlagView,
} from './reference/list-reference.ts'
import { AssetByName } from './reference/manage-assets.ts'
import {
  editInstructions,
  InstructionsByKey,
  listStoredInstructions,
  StoredInstruction,
  WriteInstructions,
  WrittenInstruction,
} from './reference/manage-instructions.ts'
import {
  AssetHolder,
  ListHolders,
  listListings,
  StoredListing,
  showHolders,
} from './reference/manage-listings.ts'
import {
  listTaxSeries,
  planTaxRate,
  StoredTaxSeries,
  TaxSeriesByCode,
  WriteTaxRate,
  WrittenTaxSeries,
} from './reference/manage-tax-rates.ts'

const viewer = operatorAs('viewer')

const whole = <Item extends z.ZodType>(item: Item) =>
  success('api.content_retrieved', z.array(item).readonly())

/** The operators' lists of reference data, each returned whole, with what is inactive. */
export const referenceListEndpoints = [
  operatorRead('/operator/api/assets', {
    summary: 'Every asset with its limits and networks',
    access: viewer,
    run: listStoredAssets,
    reply: whole(StoredAsset),
  }),
  operatorRead('/operator/api/listings', {
    summary: 'The state of every pair and coin, with the planned ones',
    access: viewer,
    run: listListings,
    reply: whole(StoredListing),
  }),
  ...operatorList('/operator/api/assets/{symbol}/holders', {
    summary: 'The users who hold some of an asset; access is audited',
    access: operatorAs('finance'),
    params: AssetByName,
    query: ListHolders,
    run: showHolders,
    message: 'api.content_retrieved',
    item: AssetHolder,
    refusals: ['api.content_not_found'],
  }),
  operatorRead('/operator/api/pair-bounds', {
    summary: 'Every pair with its bounds',
    access: viewer,
    run: listStoredPairs,
    reply: whole(ListedPair),
  }),
  operatorRead('/operator/api/fees', {
    summary: 'The trading fees of every category of pairs',
    access: viewer,
    run: listStoredFees,
    reply: whole(ListedFees),
  }),
  operatorRead('/operator/api/tax-rates', {
    summary: 'The tax rates of every kind, side, class of pair and collector',
    access: viewer,
    run: listTaxSeries,
    reply: whole(StoredTaxSeries),
  }),
  operatorWrite('PUT', '/operator/api/tax-rates/{code}', {
    action: 'tax-rate.plan',
    summary: 'Propose a tax rate from a later day on',
    access: operatorAs('finance'),
    params: TaxSeriesByCode,
    body: editOf(WriteTaxRate),
    run: planTaxRate,
    reply: success('api.content_saved', WrittenTaxSeries),
    refusals: [
      ...conflictRefusals,
      'api.content_not_found',
      'api.bounds_invalid',
      'api.nothing_to_change',
      'auth.otp_failed',
      'api.too_many_requests',
    ],
  }),
  operatorRead('/operator/api/banks', {
    summary: "Every bank and wallet, with the providers' codes",
    access: viewer,
    run: listStoredBanks,
    reply: whole(StoredBank),
  }),
  operatorRead('/operator/api/countries', {
    summary: 'Every country',
    access: viewer,
    run: listStoredCountries,
    reply: whole(StoredCountry),
  }),
  operatorRead('/operator/api/wallet-status', {
    summary: 'Whether withdrawals and deposits are active, and why',
    access: viewer,
    run: listStoredWalletFlags,
    reply: whole(WalletFlagView),
  }),
  operatorRead('/operator/api/payment-instructions', {
    summary: 'The steps of deposits to virtual accounts, of every bank, in both languages',
    access: viewer,
    run: listStoredInstructions,
    reply: whole(StoredInstruction),
  }),
  operatorWrite('PUT', '/operator/api/payment-instructions/{bankCode}/{channel}/{lang}', {
    action: 'payment-instructions.edit',
    summary: "Propose the steps of a bank's instructions: for one channel and language",
    access: operatorAs('finance'),
    params: InstructionsByKey,
    body: editOf(WriteInstructions),
    run: editInstructions,
    reply: success('api.content_saved', WrittenInstruction),
    refusals: [
      ...conflictRefusals,
      'api.content_not_found',
      'api.account_number_in_text',
      'api.nothing_to_change',
      'auth.otp_failed',
      'api.too_many_requests',
    ],
  }),
]
