import { balanceObjects } from './account.ts'
import { tradeFee } from './account-calls.ts'
import { type Books, marketOf } from './books.ts'
import { markets } from './markets.ts'
import type { Params } from './requests/parameters.ts'

type Network = Readonly<{
  network: string
  name: string
  confirmations: number
  fee: string
  least: string
  /** The form of a memo or tag; '' if there is none. */
  memo?: string
  address: string
}>

const evm = '^(0x)[0-9A-Fa-f]{40}$'
const tron = '^T[1-9A-HJ-NP-Za-km-z]{33}$'

/** The networks of each coin; rupiah has none. */
const networksOf: Readonly<Record<string, readonly Network[]>> = {
  BTC: [
    {
      network: 'BTC',
      name: 'Bitcoin',
      confirmations: 1,
      fee: '0.00002',
      least: '0.0001',
      address: '^[13][a-km-zA-HJ-NP-Z1-9]{25,34}$|^(bc1)[0-9A-Za-z]{39,59}$',
    },
  ],
  ETH: [
    {
      network: 'ETH',
      name: 'Ethereum (ERC20)',
      confirmations: 6,
      fee: '0.0003',
      least: '0.001',
      address: evm,
    },
  ],
  USDT: [
    {
      network: 'ETH',
      name: 'Ethereum (ERC20)',
      confirmations: 6,
      fee: '1',
      least: '5',
      address: evm,
    },
    { network: 'TRX', name: 'Tron (TRC20)', confirmations: 1, fee: '1', least: '5', address: tron },
  ],
  XRP: [
    {
      network: 'XRP',
      name: 'Ripple',
      confirmations: 1,
      fee: '0.2',
      least: '2',
      memo: '^((?!0)[0-9]{1,10})$',
      address: '^r[1-9A-HJ-NP-Za-km-z]{25,34}$',
    },
  ],
  SOL: [
    {
      network: 'SOL',
      name: 'Solana',
      confirmations: 1,
      fee: '0.001',
      least: '0.01',
      address: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
    },
  ],
  TRX: [{ network: 'TRX', name: 'Tron', confirmations: 1, fee: '1', least: '2', address: tron }],
}

const networkObject = (coin: string, one: Network, at: number) => ({
  network: one.network,
  coin,
  withdrawIntegerMultiple: '0.00000001',
  isDefault: at === 0,
  depositEnable: true,
  withdrawEnable: true,
  depositDesc: '',
  withdrawDesc: '',
  specialTips: '',
  name: one.name,
  resetAddressStatus: false,
  addressRegex: one.address,
  memoRegex: one.memo ?? '',
  withdrawFee: one.fee,
  withdrawMin: one.least,
  withdrawMax: '9999999',
  depositDust: '0.00000001',
  minConfirm: one.confirmations,
  unLockConfirm: 0,
  sameAddress: one.memo !== undefined,
  estimatedArrivalTime: 5,
  busy: false,
})

/** Every coin of the account, and its networks. */
export const allCoins = ({ account }: Books) =>
  balanceObjects(account).map(({ asset, free, locked }) => {
    const networks = networksOf[asset] ?? []
    return {
      coin: asset,
      depositAllEnable: networks.length > 0,
      withdrawAllEnable: networks.length > 0,
      name: asset,
      free,
      locked,
      freeze: '0',
      withdrawing: '0',
      ipoing: '0',
      ipoable: '0',
      storage: '0',
      isLegalMoney: networks.length === 0,
      trading: true,
      networkList: networks.map((one, at) => networkObject(asset, one, at)),
    }
  })

export const tradeFees = ({ symbol }: Params) =>
  symbol === undefined ? [...markets.keys()].map(tradeFee) : [tradeFee(marketOf(symbol).symbol)]
