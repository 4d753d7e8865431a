import { useState } from 'react'
import { Link } from 'wouter'
import { Field, Select } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { isTagged, useAddresses } from '../addresses/use-addresses.ts'
import { addressesTexts } from '../texts/addresses.ts'
import { withdrawTexts } from '../texts/withdraw.ts'

type AddressProps = Readonly<{
  symbol: string
  network: string
  /** What was typed before. */
  address: string | undefined
  tag: string | undefined
}>

/** Where coins go: a kept address on this network, or one that is typed. */
export function AddressFields({ symbol, network, address, tag }: AddressProps) {
  const t = useTexts(withdrawTexts)
  const words = useTexts(addressesTexts)
  const [chosen, setChosen] = useState('')
  const known = (useAddresses().data ?? []).filter(
    (one) => one.symbol === symbol && one.network === network,
  )
  const saved = known.find(({ id }) => `${id}` === chosen)
  const book = <Link href="/account/addresses">{words.manage}</Link>
  return (
    <>
      {known.length === 0 ? (
        <p className="hint">{book}</p>
      ) : (
        <Select
          name="saved"
          label={words.choose}
          hint={book}
          value={chosen}
          onChoose={setChosen}
          choices={[
            { value: '', label: words.other },
            ...known.map(({ id, label }) => ({ value: `${id}`, label })),
          ]}
        />
      )}
      <Field
        key={`address ${chosen}`}
        name="toAddress"
        label={t.toAddress}
        defaultValue={saved?.address ?? address}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {isTagged(network) && (
        <Field
          key={`tag ${chosen}`}
          name="tag"
          label={t.tag}
          hint={t.tagHint}
          defaultValue={saved?.tag ?? tag}
          inputMode="numeric"
        />
      )}
    </>
  )
}
