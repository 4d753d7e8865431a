import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { choicesOf } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { identityPath, listPath, orderPath, withdrawalPath } from '../paths.ts'
import { StateWord } from '../state-word.tsx'
import { userTexts } from './texts.ts'

type Entry = components['schemas']['TimelineEntry']

/** The page of what an entry is about; null if it has none. */
function pathOf({ kind, id, title }: Entry): string | null {
  switch (kind) {
    case 'identity':
      return title === 'REGISTRATION' ? identityPath(id) : null
    case 'order':
      return orderPath(id)
    case 'withdrawal':
      return withdrawalPath(id)
    case 'deposit': {
      // Providers of rupiah name a payment; the ids of coins are custody's.
      const isCash = /^(?:payx|payd|manual):/.test(id)
      return listPath('postings', { cause: `${isCash ? 'cash' : 'coin'}-deposit:${id}` })
    }
    default:
      return null
  }
}

/** Everything that happened to one user. */
export function Timeline({ user }: Readonly<{ user: number }>) {
  const t = useTexts(userTexts)
  return (
    <ListPage
      label={t.timeline}
      path="/operator/api/users/{id}/timeline"
      of={{ id: `${user}` }}
      keyOf={({ kind, id, at }) => `${kind} ${id} ${at}`}
      filters={[
        {
          name: 'kind',
          label: t.kind,
          kind: 'choice',
          choices: choicesOf(t.kinds),
        },
        { name: 'from', label: t.from, kind: 'time' },
        { name: 'to', label: t.to, kind: 'time' },
      ]}
      columns={[
        { key: 'time', title: t.time, cell: ({ at }) => <Time at={at} /> },
        { key: 'kind', title: t.kind, cell: ({ kind }) => t.kinds[kind] },
        { key: 'what', title: t.what, cell: (entry) => <What entry={entry} /> },
        {
          key: 'amount',
          title: t.amount,
          numeric: true,
          cell: ({ amount, symbol }) =>
            amount === null ? '–' : <Amount value={amount} symbol={symbol ?? ''} />,
        },
        {
          key: 'state',
          title: t.state,
          cell: ({ status }) => (status === null ? '–' : <StateWord state={status} />),
        },
        { key: 'detail', title: t.detail, cell: ({ detail }) => detail ?? '–' },
      ]}
    />
  )
}

function What({ entry }: Readonly<{ entry: Entry }>) {
  const t = useTexts(userTexts)
  const path = pathOf(entry)
  const title = entry.title === '' ? t.unnamed : entry.title
  return path === null ? title : <Link href={path}>{title}</Link>
}
