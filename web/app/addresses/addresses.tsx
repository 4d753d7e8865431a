import { useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client'
import { useState } from 'react'
import { ShortId } from '../../ui/copy-text.tsx'
import { Field, Form, Select, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { useCoins } from '../data.ts'
import type { Coin } from '../money/money-data.ts'
import { addressesTexts } from '../texts/addresses.ts'
import { useTukar } from '../tukar.tsx'
import { isTagged, useAddresses } from './use-addresses.ts'

type SavedAddress = components['schemas']['SavedAddress']

/** The address book: coin addresses that withdrawals can be sent to by name. */
export function Addresses() {
  const t = useTexts(addressesTexts)
  return (
    <>
      <div className="card flush">
        <Loaded query={useAddresses()}>
          {(list) =>
            list.length === 0 ? (
              <Empty>{t.none}</Empty>
            ) : (
              <ul className="list" aria-label={t.list}>
                {list.map((saved) => (
                  <AddressItem key={saved.id} saved={saved} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      <div className="card">
        <h2>{t.add}</h2>
        <Loaded query={useCoins()}>
          {(coins) => <NewAddress coins={coins.filter(({ networks }) => networks.length > 0)} />}
        </Loaded>
      </div>
    </>
  )
}

function AddressItem({ saved }: Readonly<{ saved: SavedAddress }>) {
  const t = useTexts(addressesTexts)
  const { tukar } = useTukar()
  const queries = useQueryClient()
  const { id, label, symbol, network, address, tag } = saved
  const remove = async () => {
    await tukar.delete('/api/user/addresses/{id}', { params: { path: { id } } })
    await queries.invalidateQueries({ queryKey: ['accounts'] })
  }
  return (
    <li className="item">
      <span>
        <strong>{label}</strong>
        <span className="hint block">
          {symbol} · {network}
        </span>
        <span className="hint block">
          <ShortId id={address} chars={8} />
          {tag !== null && ` · ${t.tag} ${tag}`}
        </span>
      </span>
      <ConfirmedAction small label={t.remove} question={t.removeSure} onConfirm={remove} />
    </li>
  )
}

function NewAddress({ coins }: Readonly<{ coins: readonly Coin[] }>) {
  const t = useTexts(addressesTexts)
  const { tukar } = useTukar()
  const toast = useToast()
  const queries = useQueryClient()
  const [symbol, setSymbol] = useState(coins[0]?.symbol ?? '')
  const networks = coins.find((coin) => coin.symbol === symbol)?.networks ?? []
  const [chosen, setChosen] = useState('')
  const network = networks.find((one) => one.network === chosen) ?? networks[0]
  const [saved, setSaved] = useState(0)
  const save = async ({ label = '', address = '', tag = '' }: Values) => {
    const where = { symbol, network: network?.network ?? '', address }
    const body = { label, ...where, ...(tag === '' ? {} : { tag }) }
    await tukar.post('/api/user/addresses', { body })
    toast(t.saved)
    setSaved(saved + 1)
    await queries.invalidateQueries({ queryKey: ['accounts'] })
  }
  const check = ({ label, address, tag }: Values) => ({
    label: label ? null : t.required,
    address: address ? null : t.required,
    tag: tag === '' ? t.required : null,
  })
  const fieldOf = {
    'api.withdrawal_address_invalid': 'address',
    'api.withdrawal_tag_invalid': 'tag',
  } as const
  return (
    <Form key={saved} submit={t.save} onSubmit={save} check={check} fieldOf={fieldOf}>
      <Field name="label" label={t.label} hint={t.labelHint} maxLength={50} autoComplete="off" />
      <Select
        name="symbol"
        label={t.coin}
        value={symbol}
        onChoose={setSymbol}
        choices={coins.map((coin) => ({ value: coin.symbol, label: coin.symbol }))}
      />
      <Select
        name="network"
        label={t.network}
        value={network?.network ?? ''}
        onChoose={setChosen}
        choices={networks.map((one) => ({ value: one.network, label: one.network }))}
      />
      <Field
        name="address"
        label={t.address}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {isTagged(network?.network ?? '') && (
        <Field name="tag" label={t.tag} inputMode="numeric" autoComplete="off" />
      )}
    </Form>
  )
}
