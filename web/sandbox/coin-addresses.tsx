import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Form, Select } from '../ui/form.tsx'
import { useTexts } from '../ui/language.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'
import { post } from './control.ts'
import { type Address, useCustody, useCustodyAssets, useTypedAmounts } from './money-data.ts'
import { moneyTexts } from './texts/money.ts'

const nowhere = { address: '', tag: '', assetId: 'BTC' }

/** Sends coins to known addresses of custody, or to a typed one. */
export function CoinAddresses({ search }: Readonly<{ search: string }>) {
  const t = useTexts(moneyTexts)
  const [to, setTo] = useState<Omit<Address, 'vaultId'> | null>(null)
  const wanted = search.trim().toLowerCase()
  return (
    <section className="card flush" aria-label={t.coins}>
      <div className="card-head between">
        <h2>{t.coins}</h2>
        <button type="button" className="small" onClick={() => setTo(nowhere)}>
          {t.typedAddress}
        </button>
      </div>
      <Loaded query={useCustody()}>
        {({ custody: { addresses } }) => {
          const found = addresses
            .filter(({ address, tag, assetId }) =>
              `${assetId} ${address} ${tag}`.toLowerCase().includes(wanted),
            )
            .toReversed()
          if (found.length === 0) return <Empty>{t.noAddresses}</Empty>
          return (
            <ul className="list">
              {found.map((place) => (
                <li key={`${place.assetId} ${place.address} ${place.tag}`} className="panel-row">
                  <div className="lines">
                    <strong>{place.assetId}</strong>
                    <code>
                      {place.address}
                      {place.tag !== '' && ` · ${place.tag}`}
                    </code>
                    <span className="quiet">
                      {t.vault} {place.vaultId}
                    </span>
                  </div>
                  <button type="button" className="small" onClick={() => setTo(place)}>
                    {t.send}
                  </button>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
      {to !== null && <SendCoins to={to} onClose={() => setTo(null)} />}
    </section>
  )
}

type SendCoinsProps = Readonly<{ to: Omit<Address, 'vaultId'>; onClose: () => void }>

function SendCoins({ to, onClose }: SendCoinsProps) {
  const t = useTexts(moneyTexts)
  const toast = useToast()
  const { read } = useTypedAmounts()
  const assets = useCustodyAssets().data ?? [to.assetId]
  return (
    <Dialog title={t.sendTo} onClose={onClose}>
      <Form
        submit={t.submitCoins}
        onSubmit={async ({ address, tag, assetId, amount, until }) => {
          await post('/custody/deposits', {
            address,
            assetId,
            amount: read(amount),
            ...(tag ? { tag } : {}),
            ...(until === 'detected' ? { statuses: ['CONFIRMING'] } : {}),
          })
          toast(t.sent)
          onClose()
        }}
      >
        <Field name="address" label={t.address} defaultValue={to.address} required />
        <Field name="tag" label={t.tag} defaultValue={to.tag} />
        <Select
          name="assetId"
          label={t.asset}
          choices={assets.map((value) => ({ value, label: value }))}
          defaultValue={to.assetId}
          key={assets.length}
        />
        <Field name="amount" label={t.amount} inputMode="decimal" required />
        <Select
          name="until"
          label={t.confirmations}
          choices={[
            { value: 'confirmed', label: t.confirmed },
            { value: 'detected', label: t.detected },
          ]}
        />
      </Form>
    </Dialog>
  )
}
