import type { components } from '@tukar/client/operator'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Notice, Status } from '../../ui/status.tsx'
import { useAddress } from '../address.ts'
import { useRead } from '../desk.tsx'
import { Section } from '../facts.tsx'
import { amountColumn } from '../list/columns.tsx'
import { words } from '../texts.ts'
import { WideTable } from '../wide-table.tsx'
import { tradingTexts } from './texts.ts'

type Pair = components['schemas']['OperatorPair']
type Bound = components['schemas']['PairBound']

/** Our pairs beside the venue's filters; the pairs that differ come first. */
export function VenuePairs() {
  const t = useTexts(tradingTexts)
  const { values, change } = useAddress()
  const onlyDifferent = values['differs'] === 'true'
  const read = useRead(['pairs'], (client) => client.get('/operator/api/pairs'))
  return (
    <Loaded query={read}>
      {({ venueRead, pairs }) => (
        <>
          {!venueRead && <Notice tone="busy">{t.venueAway}</Notice>}
          <label className="row tight">
            <input
              type="checkbox"
              checked={onlyDifferent}
              onChange={() => change({ differs: onlyDifferent ? '' : 'true' })}
            />
            {t.onlyDifferent}
          </label>
          {pairs
            .filter(({ differences }) => !onlyDifferent || differences > 0)
            .toSorted((one, other) => other.differences - one.differences)
            .map((pair) => (
              <PairSection key={pair.txPair} pair={pair} />
            ))}
        </>
      )}
    </Loaded>
  )
}

function PairSection({ pair }: Readonly<{ pair: Pair }>) {
  const t = useTexts(tradingTexts)
  const { yes, no } = useTexts(words)
  const { txPair, venueSymbol, category, active, atVenue, venueStatus, differences, bounds } = pair
  return (
    <Section
      title={txPair}
      actions={
        differences > 0 ? (
          <Status tone="bad">
            {t.differences}: {differences}
          </Status>
        ) : null
      }
    >
      <p className="hint">
        {venueSymbol} · {category} · {t.active}: {active ? yes : no} · {t.venueStatus}:{' '}
        {atVenue === false ? t.notThere : (venueStatus ?? '–')}
      </p>
      <WideTable
        label={txPair}
        rows={bounds}
        keyOf={({ bound }) => bound}
        columns={[
          { key: 'bound', title: t.bound, cell: ({ bound }) => t.bounds[bound] },
          amountColumn('ours', t.ours, 'ours'),
          {
            key: 'venue',
            title: t.venue,
            numeric: true,
            cell: ({ venue }) => (venue === null ? t.notSet : <Amount value={venue} />),
          },
          { key: 'verdict', title: t.verdict, cell: (bound) => <Verdict bound={bound} /> },
        ]}
      />
    </Section>
  )
}

function Verdict({ bound: { venue, differs, looser } }: Readonly<{ bound: Bound }>) {
  const t = useTexts(tradingTexts)
  if (venue === null) return null
  if (!differs) return <span className="quiet">{t.same}</span>
  return <Status tone={looser ? 'bad' : 'busy'}>{looser ? t.looser : t.tighter}</Status>
}
