import type { components } from '@tukar/client/operator'
import { Amount } from '../../../ui/amount.tsx'
import type { Values } from '../../../ui/form.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Action, ProposalFields, statedIn } from '../../action.tsx'
import { AmountField } from '../../amount-field.tsx'
import { useRead } from '../../desk.tsx'
import { operators } from '../../session.ts'
import { Activity, useOpenProposal, WholeList } from '../parts.tsx'
import { shared } from '../texts.ts'
import { SwitchAction } from './switch-action.tsx'
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

type Bound = (typeof bounds)[number][0]

/** A column has one bound, or the lower one above the upper one. */
const columns = [
  { key: 'priceTick', names: ['priceTick'] },
  { key: 'lotStep', names: ['lotStep'] },
  { key: 'quantities', names: ['minQuantity', 'maxQuantity'] },
  { key: 'maxMarketQuantity', names: ['maxMarketQuantity'] },
  { key: 'notionals', names: ['minNotional', 'maxNotional'] },
] as const

type BoundsProps = Readonly<{ pair: Pair; names: readonly Bound[] }>

const Bounds = ({ pair, names }: BoundsProps) =>
  bounds.map(([name, asset]) =>
    names.includes(name) ? (
      <div key={name}>
        <Amount value={pair[name]} symbol={pair[asset]} />
      </div>
    ) : null,
  )

const PairName = ({ pair: { txPair, category, venueSymbol } }: Readonly<{ pair: Pair }>) => (
  <>
    <b>{txPair}</b>
    <div className="quiet">{category}</div>
    <code>{venueSymbol}</code>
  </>
)

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
            { key: 'pair', title: t.pair, cell: (pair) => <PairName pair={pair} /> },
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
            ...columns.map(({ key, names }) => ({
              key,
              title: t[key],
              numeric: true,
              cell: (pair: Pair) => <Bounds pair={pair} names={names} />,
            })),
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
  const openProposal = useOpenProposal()
  const params = { path: { txPair } }
  const send = async (values: Values, version: string) => {
    const saved = await operators.put('/operator/api/pairs/{txPair}', {
      params,
      body: {
        priceTick: values['priceTick'] ?? '',
        lotStep: values['lotStep'] ?? '',
        minQuantity: values['minQuantity'] ?? '',
        maxQuantity: values['maxQuantity'] ?? '',
        maxMarketQuantity: values['maxMarketQuantity'] ?? '',
        minNotional: values['minNotional'] ?? '',
        maxNotional: values['maxNotional'] ?? '',
        version,
        ...statedIn(values),
      },
    })
    openProposal(saved)
  }
  const turn = async (active: boolean, values: Values, version: string) => {
    const body = { active, version, ...statedIn(values) }
    openProposal(await operators.put('/operator/api/pairs/{txPair}', { params, body }))
  }
  return (
    <span className="row">
      <SwitchAction
        name={txPair}
        active={pair.active}
        role="finance"
        guarded
        version={pair.version}
        run={turn}
      />
      <Action title={words.propose} role="finance" run={send} version={pair.version}>
        <p>
          <b>{txPair}</b>: {words.proposeHint}
        </p>
        {bounds.map(([name, asset]) => (
          <AmountField
            key={name}
            name={name}
            label={t[name]}
            value={pair[name]}
            unit={pair[asset]}
            required
          />
        ))}
        <ProposalFields />
      </Action>
    </span>
  )
}
