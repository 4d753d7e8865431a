import { useState } from 'react'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice } from '../../ui/status.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useRead } from '../data.ts'
import { CoinScreen } from '../money/coin-screen.tsx'
import { TransferList } from '../money/transfer-list.tsx'
import { CertificationNotice } from '../tax-residence/certification-notice.tsx'
import { depositTexts } from '../texts/deposit.ts'
import { CoinDeposit } from './coin-deposit.tsx'
import { QrDeposit } from './qr-deposit.tsx'
import { readDeposits } from './read-deposits.ts'
import { VirtualAccountDeposit } from './virtual-account-deposit.tsx'

/** How to pay in an asset, and what was paid in. */
export const Deposit = () => (
  <CoinScreen>
    {(coin) => (
      <>
        <Closed />
        <CertificationNotice />
        {coin.kind === 'FIAT' ? <RupiahDeposit /> : <CoinDeposit coin={coin} />}
        <Deposits symbol={coin.symbol} isCoin={coin.kind === 'COIN'} />
      </>
    )}
  </CoinScreen>
)

function Closed() {
  const t = useTexts(depositTexts)
  const status = useRead(['settings', 'wallet'], (tukar) => tukar.get('/api/wallet-status'))
  return status.data?.deposit_status === 'inactive' && <Notice tone="bad">{t.closed}</Notice>
}

function RupiahDeposit() {
  const t = useTexts(depositTexts)
  const [method, setMethod] = useState<'account' | 'code'>('account')
  const tabs = [
    { key: 'account', title: t.byAccount },
    { key: 'code', title: t.byCode },
  ] as const
  return (
    <>
      <Tabs label={t.method} tabs={tabs} value={method} onChange={setMethod} />
      {method === 'account' ? <VirtualAccountDeposit /> : <QrDeposit />}
    </>
  )
}

/** The deposits of an asset. The stream reports each change. */
function Deposits({ symbol, isCoin }: Readonly<{ symbol: string; isCoin: boolean }>) {
  const t = useTexts(depositTexts)
  const deposits = useRead(['transfers', 'deposits', symbol], (tukar) =>
    readDeposits(tukar, symbol),
  )
  return (
    <section className="card flush" aria-label={isCoin ? t.detected : t.history}>
      <div className="card-head">
        <h2>{isCoin ? t.detected : t.history}</h2>
        {isCoin && <p className="hint">{t.waiting}</p>}
      </div>
      <Loaded query={deposits}>{({ data }) => <TransferList transfers={data} />}</Loaded>
    </section>
  )
}
