import { z } from 'zod'
import { ById } from '../../platform/access/operators/change-contracts.ts'
import { operatorRead, operatorWrite } from '../../platform/access/operators/operator-endpoint.ts'
import { operatorAs } from '../../platform/access/operators/operator-signed-in.ts'
import { conflictRefusals, editOf } from '../../platform/access/operators/versions.ts'
import { decimal } from '../../platform/http/contracts/contracts.ts'
import { success } from '../../platform/http/envelope.ts'
import { CorrectLedger, correctLedger } from './corrections/correct-ledger.ts'
import { AgreeToProposal, agreeToProposal, withdrawProposal } from './proposals/decide-proposal.ts'
import {
  ListProposals,
  ProposalView,
  ProposalViews,
  showProposal,
  showProposals,
} from './proposals/show-proposals.ts'
import {
  Activity,
  AssetByName,
  BankByCode,
  CountryByCode,
  editAsset,
  editNetwork,
  NetworkByName,
  SwitchBank,
  switchBank,
  switchCountry,
  WriteAsset,
  WriteNetwork,
  WrittenAsset,
  WrittenBank,
  WrittenNetwork,
} from './reference/manage-assets.ts'
import {
  ListingByName,
  ProposedListing,
  proposeListing,
  WriteListing,
} from './reference/manage-listings.ts'
import {
  CategoryByCode,
  editFees,
  editPair,
  PairByName,
  WriteFees,
  WritePair,
  WrittenFees,
  WrittenPair,
} from './reference/manage-pairs.ts'
import {
  editSetting,
  listStoredSettings,
  SettingByKey,
  SettingView,
  StatedPair,
  StatePrice,
  statePrice,
  WriteSetting,
  WrittenSetting,
} from './reference/manage-settings.ts'
import { SetWalletStatus, setWalletStatus, WalletSwitch } from './reference/set-wallet-status.ts'
import { Active } from './reference-writing.ts'

const admin = operatorAs('admin')
const finance = operatorAs('finance')
const support = operatorAs('support')

const codeRefusals = ['auth.otp_failed', 'api.too_many_requests'] as const
const proposalRefusals = ['api.nothing_to_change', ...codeRefusals] as const
const termsRefusals = ['api.content_not_found', 'api.bounds_invalid', ...proposalRefusals] as const

const ownRefusals = ['api.user_not_found', 'api.operator_own_money'] as const

const saved = 'api.content_saved'

const proposals = '/operator/api/proposals'
const changed = success('api.proposal_updated', ProposalView)
const openRefusals = ['api.proposal_not_found', 'api.already_decided'] as const

const StatedPrice = z.object({ pair: z.string(), price: decimal }).meta({ id: 'StatedPrice' })

/** The operators' endpoints for settings, prices, pairs, fees, assets, countries and banks. */
export const referenceOperatorEndpoints = [
  operatorRead('/operator/api/settings', {
    summary:
      'Every setting, with its kind, its bounds, and whether a change requires two operators',
    access: finance,
    run: listStoredSettings,
    reply: success('api.settings_retrieved', z.array(SettingView).readonly()),
  }),
  operatorWrite('PUT', '/operator/api/settings/{key}', {
    action: 'setting.edit',
    summary: 'Change a setting, or propose the change if the setting is guarded',
    access: admin,
    params: SettingByKey,
    body: editOf(WriteSetting),
    run: editSetting,
    reply: success(saved, WrittenSetting),
    refusals: [
      ...conflictRefusals,
      'api.setting_not_found',
      'api.setting_value_invalid',
      ...proposalRefusals,
    ],
  }),
  operatorWrite('PUT', '/operator/api/prices/{pair}', {
    action: 'price.state',
    summary: 'Set a rate that no market of ours quotes',
    access: finance,
    params: StatedPair,
    body: StatePrice,
    run: statePrice,
    reply: success(saved, StatedPrice),
    refusals: ['api.bounds_invalid'],
  }),
  operatorWrite('PUT', '/operator/api/pairs/{txPair}', {
    action: 'pair.edit',
    summary: 'Close a pair, or propose to open it and the given bounds',
    access: finance,
    params: PairByName,
    body: editOf(WritePair),
    run: editPair,
    reply: success(saved, WrittenPair),
    refusals: [...conflictRefusals, ...termsRefusals],
  }),
  operatorWrite('PUT', '/operator/api/fees/{code}', {
    action: 'fees.edit',
    summary: 'Propose the trading fees of a category of pairs',
    access: finance,
    params: CategoryByCode,
    body: editOf(WriteFees),
    run: editFees,
    reply: success(saved, WrittenFees),
    refusals: [...conflictRefusals, 'api.content_not_found', ...proposalRefusals],
  }),
  operatorWrite('PUT', '/operator/api/assets/{symbol}', {
    action: 'asset.edit',
    summary: 'Disable an asset, or propose to enable it, its limits and its reference price',
    access: finance,
    params: AssetByName,
    body: editOf(WriteAsset),
    run: editAsset,
    reply: success(saved, WrittenAsset),
    refusals: [
      ...conflictRefusals,
      'api.content_not_found',
      'api.bounds_invalid',
      'api.price_not_stated',
      ...proposalRefusals,
    ],
  }),
  operatorWrite('PUT', '/operator/api/assets/{symbol}/networks/{network}', {
    action: 'network.edit',
    summary: "Disable a network's transfers, or propose to enable them, its fee and its limits",
    access: finance,
    params: NetworkByName,
    body: editOf(WriteNetwork),
    run: editNetwork,
    reply: success(saved, WrittenNetwork),
    refusals: [...conflictRefusals, ...termsRefusals],
  }),
  operatorWrite('PUT', '/operator/api/listings/{kind}/{name}', {
    action: 'listing.propose',
    summary: 'Propose the state of a pair or a coin, and from when it holds',
    access: finance,
    params: ListingByName,
    body: WriteListing,
    run: proposeListing,
    reply: success(saved, ProposedListing),
    refusals: ['api.content_not_found', 'api.listing_invalid', ...proposalRefusals],
  }),
  operatorWrite('PUT', '/operator/api/countries/{iso2}', {
    action: 'country.switch',
    summary: 'Enable or disable a country',
    access: support,
    params: CountryByCode,
    body: editOf(Active),
    run: switchCountry,
    reply: success(saved, Activity),
    refusals: [...conflictRefusals, 'api.content_not_found'],
  }),
  operatorWrite('PUT', '/operator/api/banks/{code}', {
    action: 'bank.switch',
    summary: 'Hide a bank, or propose to offer it',
    access: finance,
    params: BankByCode,
    body: editOf(SwitchBank),
    run: switchBank,
    reply: success(saved, WrittenBank),
    refusals: [...conflictRefusals, 'api.content_not_found', ...proposalRefusals],
  }),
  operatorWrite('PUT', '/operator/api/wallet-status', {
    action: 'wallet-status.set',
    summary: 'Stop withdrawals, deposits or new orders, or propose to resume them',
    access: finance,
    body: SetWalletStatus,
    run: setWalletStatus,
    reply: success('api.wallet_status_updated', WalletSwitch),
    refusals: proposalRefusals,
  }),
  operatorWrite('POST', '/operator/api/ledger/corrections', {
    action: 'ledger.correct',
    summary: 'Propose to correct the ledger, where no other act ends a fault',
    access: finance,
    body: CorrectLedger,
    run: correctLedger,
    reply: success(saved, ProposalView),
    refusals: ['api.correction_invalid', ...ownRefusals, ...codeRefusals],
  }),
  operatorRead(proposals, {
    summary: 'Proposals of guarded changes, newest first',
    access: finance,
    query: ListProposals,
    run: showProposals,
    reply: success('api.proposals_retrieved', ProposalViews),
  }),
  operatorRead(`${proposals}/{id}`, {
    summary: 'One proposal with the operators who proposed, agreed to and ended it',
    access: finance,
    params: ById,
    run: showProposal,
    reply: success('api.proposal_retrieved', ProposalView),
    refusals: ['api.proposal_not_found'],
  }),
  operatorWrite('POST', `${proposals}/{id}/agree`, {
    action: 'proposal.agree',
    summary: "Approve another operator's proposal; it takes effect after its delay",
    access: admin,
    params: ById,
    body: AgreeToProposal,
    run: agreeToProposal,
    reply: changed,
    refusals: [
      ...openRefusals,
      'api.proposal_void',
      ...ownRefusals,
      'api.second_operator_needed',
      'api.operator_not_confirmed',
      ...codeRefusals,
    ],
  }),
  operatorWrite('POST', `${proposals}/{id}/withdraw`, {
    action: 'proposal.withdraw',
    summary: 'Withdraw a proposal that has not taken effect',
    access: finance,
    params: ById,
    run: withdrawProposal,
    reply: changed,
    refusals: openRefusals,
  }),
]
