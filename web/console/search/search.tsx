import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useAddress } from '../address.ts'
import { useRead } from '../desk.tsx'
import { Section } from '../facts.tsx'
import { userColumn } from '../list/columns.tsx'
import { claimPath, listPath, orderPath, suspensePath, userPath, withdrawalPath } from '../paths.ts'
import { StateWord } from '../state-word.tsx'
import { WideTable } from '../wide-table.tsx'
import { searchTexts } from './texts.ts'

type Hit = components['schemas']['SearchHit']

/** Everything that the text in the address names. */
export function Search() {
  const t = useTexts(searchTexts)
  const { q = '' } = useAddress().values
  return (
    <Section title={t.found}>
      {q === '' ? <p className="hint">{t.hint}</p> : <Hits q={q} />}
    </Section>
  )
}

function Hits({ q }: Readonly<{ q: string }>) {
  const t = useTexts(searchTexts)
  const found = useRead(['search', q], (client) =>
    client.get('/operator/api/search', { params: { query: { q } } }),
  )
  return (
    <Loaded query={found}>
      {({ hits }) => (hits.length === 0 ? <Empty>{t.nothing(q)}</Empty> : <Found hits={hits} />)}
    </Loaded>
  )
}

function Found({ hits }: Readonly<{ hits: readonly Hit[] }>) {
  const t = useTexts(searchTexts)
  return (
    <WideTable
      label={t.found}
      rows={hits}
      keyOf={({ kind, id, because }) => `${kind} ${id} ${because}`}
      columns={[
        { key: 'kind', title: t.kind, cell: ({ kind }) => t.kinds[kind] },
        { key: 'what', title: t.what, cell: (hit) => <What hit={hit} /> },
        { key: 'because', title: t.because, cell: ({ because }) => t.reasons[because] },
        userColumn(t.user, 'userEmail'),
        {
          key: 'state',
          title: t.state,
          cell: ({ status }) => status !== null && <StateWord state={status} />,
        },
        { key: 'time', title: t.time, cell: ({ at }) => <Time at={at} /> },
      ]}
    />
  )
}

const What = ({ hit }: Readonly<{ hit: Hit }>) => (
  <Link href={pathOf(hit)} data-row>
    {hit.amount === null ? hit.id : <Amount value={hit.amount} symbol={hit.symbol ?? ''} />}
  </Link>
)

function pathOf({ kind, id }: Hit): string {
  switch (kind) {
    case 'user':
      return userPath(id)
    case 'withdrawal':
      return withdrawalPath(id)
    case 'order':
      return orderPath(id)
    case 'claim':
      return claimPath(id)
    case 'suspense':
      return suspensePath(id)
    case 'cash-deposit':
    case 'coin-deposit':
      return listPath('postings', { cause: `${kind}:${id}` })
  }
}
