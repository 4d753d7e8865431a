import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '../../ui/copy-text.tsx'
import { Select } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice } from '../../ui/status.tsx'
import type { Coin } from '../money/money-data.ts'
import { SandboxPayment, sendCoins } from '../sandbox/sandbox-payment.tsx'
import { depositTexts } from '../texts/deposit.ts'
import { moneyTexts } from '../texts/money.ts'
import { useTukar } from '../tukar.tsx'

/** Coins from elsewhere: the user chooses the network, then sees the address on it. */
export function CoinDeposit({ coin }: Readonly<{ coin: Coin }>) {
  const t = useTexts(depositTexts)
  const money = useTexts(moneyTexts)
  const open = coin.networks.filter(({ depositActive }) => depositActive)
  const [chosen, setChosen] = useState(open.length === 1 ? open[0]?.network : undefined)
  if (!coin.active || open.length === 0) return <Notice tone="bad">{t.networkClosed}</Notice>
  return (
    <>
      <div className="card">
        <Select
          name="network"
          label={money.network}
          hint={t.networkHint}
          value={chosen ?? ''}
          onChoose={(network) => setChosen(network === '' ? undefined : network)}
          choices={[
            ...(chosen === undefined ? [{ value: '', label: t.chooseNetwork }] : []),
            ...open.map(({ network }) => ({ value: network, label: network })),
          ]}
        />
      </div>
      {chosen !== undefined && <Address key={chosen} symbol={coin.symbol} network={chosen} />}
    </>
  )
}

type Place = Readonly<{ symbol: string; network: string }>

/** The user's address; the service opens it if there is none. */
function Address({ symbol, network }: Place) {
  const t = useTexts(depositTexts)
  const { tukar } = useTukar()
  const place = useQuery({
    queryKey: ['addresses', symbol, network],
    queryFn: () => tukar.post('/api/users/coin-address', { body: { symbol, network } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Loaded query={place}>
      {({ address, tag }) => (
        <>
          <div className="card">
            <Notice tone="busy">{t.onlyThis(symbol, network)}</Notice>
            <QrCode text={address} label={t.addressOf(symbol)} />
            <Copied label={t.addressOf(symbol)} text={address} />
            {tag !== null && (
              <>
                <Notice tone="bad">{t.tagWarning}</Notice>
                <Copied label={t.tag} text={tag} />
              </>
            )}
          </div>
          <SandboxPayment amount="0.01" pay={sendCoins({ symbol, network, address, tag })} />
        </>
      )}
    </Loaded>
  )
}

const Copied = ({ label, text }: Readonly<{ label: string; text: string }>) => (
  <div>
    <span className="quiet">{label}</span>
    <div className="between">
      <code>{text}</code>
      <CopyButton text={text} />
    </div>
  </div>
)
