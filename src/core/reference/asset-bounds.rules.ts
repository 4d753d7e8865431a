/** The ceilings of an asset's daily withdrawal limit and supply cap, as decimal texts. */
export type AssetCeilings = Readonly<{ dailyWithdrawalLimit: string; supplyCap: string }>

const ceilings: ReadonlyMap<string, AssetCeilings> = new Map(
  Object.entries({
    IDR: { dailyWithdrawalLimit: '0', supplyCap: '100000000000000' },
    USDT: { dailyWithdrawalLimit: '1000000', supplyCap: '1000000000' },
    BTC: { dailyWithdrawalLimit: '10', supplyCap: '20000' },
    ETH: { dailyWithdrawalLimit: '300', supplyCap: '500000' },
    TRX: { dailyWithdrawalLimit: '2000000', supplyCap: '5000000000' },
    XRP: { dailyWithdrawalLimit: '400000', supplyCap: '1000000000' },
    SOL: { dailyWithdrawalLimit: '5000', supplyCap: '10000000' },
  }),
)

/** Returns the ceilings of an asset; zero for an asset without an entry. */
export const ceilingsOf = (symbol: string): AssetCeilings =>
  ceilings.get(symbol) ?? { dailyWithdrawalLimit: '0', supplyCap: '0' }
