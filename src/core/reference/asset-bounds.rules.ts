/** The ceilings of an asset's daily withdrawal limit, supply cap and fee, as decimal texts. */
export type AssetCeilings = Readonly<{
  dailyWithdrawalLimit: string
  supplyCap: string
  /** The highest fee of a withdrawal, on any network: some twenty dollars to a hundred. */
  withdrawalFee: string
}>

const ceilings: ReadonlyMap<string, AssetCeilings> = new Map(
  Object.entries({
    IDR: { dailyWithdrawalLimit: '0', supplyCap: '100000000000000', withdrawalFee: '100000' },
    USDT: { dailyWithdrawalLimit: '1000000', supplyCap: '1000000000', withdrawalFee: '25' },
    BTC: { dailyWithdrawalLimit: '10', supplyCap: '20000', withdrawalFee: '0.001' },
    ETH: { dailyWithdrawalLimit: '300', supplyCap: '500000', withdrawalFee: '0.02' },
    TRX: { dailyWithdrawalLimit: '2000000', supplyCap: '5000000000', withdrawalFee: '100' },
    XRP: { dailyWithdrawalLimit: '400000', supplyCap: '1000000000', withdrawalFee: '20' },
    SOL: { dailyWithdrawalLimit: '5000', supplyCap: '10000000', withdrawalFee: '0.2' },
  }),
)

const none: AssetCeilings = { dailyWithdrawalLimit: '0', supplyCap: '0', withdrawalFee: '0' }

/** Returns the ceilings of an asset; zero for an asset without an entry. */
export const ceilingsOf = (symbol: string): AssetCeilings => ceilings.get(symbol) ?? none
