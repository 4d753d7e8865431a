import { z } from 'zod'
import { operatorRead, operatorWrite } from '../../access/operator-endpoint.ts'
import { operatorAs } from '../../access/operator-signed-in.ts'
import { success } from '../../http/envelope.ts'
import {
  Activity,
  AssetByName,
  BankByCode,
  CountryByCode,
  editNetwork,
  NetworkByName,
  StoredNetwork,
  switchAsset,
  switchBank,
  switchCountry,
  WriteNetwork,
} from './manage-assets.ts'
import {
  CategoryByCode,
  editFees,
  editPair,
  PairByName,
  StoredFees,
  StoredPair,
  WriteFees,
  WritePair,
} from './manage-pairs.ts'
import {
  editSetting,
  listStoredSettings,
  SettingByKey,
  StatedPair,
  StatePrice,
  statePrice,
  WriteSetting,
} from './manage-settings.ts'
import { Active } from './reference-writing.ts'

const admin = operatorAs('admin')
const finance = operatorAs('finance')
const support = operatorAs('support')

const saved = 'api.content_saved'

const StoredSetting = z.object({
  key: z.string(),
  value: z.string(),
  kind: z.string(),
  isPublic: z.boolean(),
})

const StatedPrice = z.object({ pair: z.string(), price: z.string() })

/** What operators do with settings, prices, pairs, fees, assets, countries and banks. */
export const referenceOperatorEndpoints = [
  operatorRead({
    path: '/operator/api/settings',
    summary: 'Every setting, with its kind and whether anybody may read it',
    access: finance,
    run: listStoredSettings,
    reply: success('api.settings_retrieved', z.array(StoredSetting).readonly()),
  }),
  operatorWrite({
    method: 'PUT',
    path: '/operator/api/settings/{key}',
    action: 'setting.edit',
    summary: 'Change a setting to another value of its kind',
    access: admin,
    params: SettingByKey,
    body: WriteSetting,
    run: editSetting,
    reply: success(saved, StoredSetting),
    refusals: ['api.setting_not_found', 'api.setting_value_invalid'],
  }),
  operatorWrite({
    method: 'PUT',
    path: '/operator/api/prices/{pair}',
    action: 'price.state',
    summary: 'State a rate that no market of ours tells',
    access: finance,
    params: StatedPair,
    body: StatePrice,
    run: statePrice,
    reply: success(saved, StatedPrice),
    refusals: ['api.bounds_invalid'],
  }),
  operatorWrite({
    method: 'PUT',
    path: '/operator/api/pairs/{txPair}',
    action: 'pair.edit',
    summary: 'Change what is given of a pair: whether it is traded, and its bounds',
    access: finance,
    params: PairByName,
    body: WritePair,
    run: editPair,
    reply: success(saved, StoredPair),
    refusals: ['api.content_not_found', 'api.bounds_invalid'],
  }),
  operatorWrite({
    method: 'PUT',
    path: '/operator/api/fees/{code}',
    action: 'fees.edit',
    summary: 'Change what trades in a category of pairs cost',
    access: finance,
    params: CategoryByCode,
    body: WriteFees,
    run: editFees,
    reply: success(saved, StoredFees),
    refusals: ['api.content_not_found'],
  }),
  operatorWrite({
    method: 'PUT',
    path: '/operator/api/assets/{symbol}',
    action: 'asset.switch',
    summary: 'Open an asset or close it',
    access: finance,
    params: AssetByName,
    body: Active,
    run: switchAsset,
    reply: success(saved, Activity),
    refusals: ['api.content_not_found'],
  }),
  operatorWrite({
    method: 'PUT',
    path: '/operator/api/assets/{symbol}/networks/{network}',
    action: 'network.edit',
    summary: 'Change the fee and the limits of an asset on a network, or close its ways',
    access: finance,
    params: NetworkByName,
    body: WriteNetwork,
    run: editNetwork,
    reply: success(saved, StoredNetwork),
    refusals: ['api.content_not_found', 'api.bounds_invalid'],
  }),
  operatorWrite({
    method: 'PUT',
    path: '/operator/api/countries/{iso2}',
    action: 'country.switch',
    summary: 'Offer a country or hide it',
    access: support,
    params: CountryByCode,
    body: Active,
    run: switchCountry,
    reply: success(saved, Activity),
    refusals: ['api.content_not_found'],
  }),
  operatorWrite({
    method: 'PUT',
    path: '/operator/api/banks/{code}',
    action: 'bank.switch',
    summary: 'Offer a bank or hide it',
    access: finance,
    params: BankByCode,
    body: Active,
    run: switchBank,
    reply: success(saved, Activity),
    refusals: ['api.content_not_found'],
  }),
]
