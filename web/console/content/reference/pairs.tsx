import type { components } from '@tukar/client/operator'
import { Amount } from '../../../ui/amount.tsx'
import { Field, type Values } from '../../../ui/form.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Action } from '../../action.tsx'
import { useRead } from '../../desk.tsx'
import { operators } from '../../session.ts'
import { Activity, WholeList, YesNo } from '../parts.tsx'
import { shared } from '../texts.ts'
import { referenceTexts } from './texts.ts'

type Pair = components['schemas']['ListedPair']

/** The bounds of a pair, and whether each is in its base or its quote asset. */
const bounds = [
  ['priceTick', 'quote'],
  ['lotStep', 'base'],
  ['minQuantity', 'base'],
  ['maxQuantity', 'base'],
  ['maxMarketQuantity', 'base'],
  ['minNotional', 'quote'],
  ['maxNotional', 'quote'],
] as const

export function PairBounds() {
  const t = useTexts(referenceTexts)
  const words = useTexts(shared)
  const pairs = useRead(['pair-bounds'], (client) => client.get('/operator/api/pair-bounds'))
  return (
    <Loaded query={pairs}>
      {(rows) => (
        <WholeList
          label={t.pairs}
          rows={rows}
          keyOf={({ txPair }) => txPair}
          textOf={({ txPair, category }) => `${txPair} ${category}`}
          columns={[
            { key: 'pair', title: t.pair, cell: ({ txPair }) => <b>{txPair}</b> },
            {
              key: 'status',
              title: words.status,
              cell: ({ active }) => <Activity active={active} />,
            },
            {
              key: 'actions',
              title: '',
              cell: (pair) => <EditPair pair={pair} />,
            },
            ...bounds.map(([name, asset]) => ({
              key: name,
              title: t[name],
              numeric: true,
              cell: (pair: Pair) => <Amount value={pair[name]} unit={pair[asset]} />,
            })),
            { key: 'category', title: t.category, cell: ({ category }) => category },
            { key: 'venue', title: t.venue, cell: ({ venueSymbol }) => <code>{venueSymbol}</code> },
          ]}
        />
      )}
    </Loaded>
  )
}

function EditPair({ pair }: Readonly<{ pair: Pair }>) {
  const t = useTexts(referenceTexts)
  const words = useTexts(shared)
  const { txPair } = pair
  const send = ({ active, ...values }: Values) =>
    operators.put('/operator/api/pairs/{txPair}', {
      params: { path: { txPair } },
      body: {
        active: active === 'true',
        priceTick: values['priceTick'] ?? '',
        lotStep: values['lotStep'] ?? '',
        minQuantity: values['minQuantity'] ?? '',
        maxQuantity: values['maxQuantity'] ?? '',
        maxMarketQuantity: values['maxMarketQuantity'] ?? '',
        minNotional: values['minNotional'] ?? '',
        maxNotional: values['maxNotional'] ?? '',
      },
    })
  return (
    <Action title={words.edit} role="finance" run={send}>
      <p>
        <b>{txPair}</b>
      </p>
      <YesNo name="active" label={words.active} value={pair.active} />
      {bounds.map(([name, asset]) => (
        <Field
          key={name}
          name={name}
          label={t[name]}
          inputMode="decimal"
          defaultValue={pair[name]}
          unit={pair[asset]}
          required
        />
      ))}
    </Action>
  )
}
