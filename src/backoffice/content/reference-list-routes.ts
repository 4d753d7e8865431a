import { z } from 'zod'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
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
import {
  editInstructions,
  InstructionsByKey,
  listStoredInstructions,
  StoredInstruction,
  WriteInstructions,
} from './reference/manage-instructions.ts'

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
    summary: "Replace the steps of a bank's instructions for one channel and language",
    access: operatorAs('support'),
    params: InstructionsByKey,
    body: WriteInstructions,
    run: editInstructions,
    reply: success('api.content_saved', StoredInstruction),
    refusals: ['api.content_not_found'],
  }),
]
