import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { choiceFilter, timeFilters } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { identityPath, listPath, orderPath, withdrawalPath } from '../paths.ts'
import { StateWord } from '../state-word.tsx'
import { alertKindTexts } from '../words/alert-kind-texts.ts'
import { alertInWords } from '../words/alert-words.ts'
import { actionInWords, auditTexts } from '../words/audit-texts.ts'
import { userTexts } from './texts.ts'
import { timelineTexts } from './timeline-texts.ts'

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
      filters={[choiceFilter('kind', t.kind, t.kinds), ...timeFilters(t)]}
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
        { key: 'detail', title: t.detail, cell: (entry) => <Detail entry={entry} /> },
      ]}
    />
  )
}

/** Messages and alerts have their kinds as details, by which alerts are named. */
function Detail({ entry: { kind, title, detail } }: Readonly<{ entry: Entry }>) {
  const language = useLanguage()
  if (detail === null || kind === 'message') return '–'
  return kind === 'alert' ? alertInWords({ kind: detail, subject: title }, language) : detail
}

function What({ entry }: Readonly<{ entry: Entry }>) {
  const path = pathOf(entry)
  const title = useTitle(entry)
  return path === null ? title : <Link href={path}>{title}</Link>
}

/** What happened, in words. */
function useTitle({ kind, title, detail }: Entry): string {
  const { unnamed } = useTexts(userTexts)
  const codes = useTexts(timelineTexts)
  const actions = useTexts(auditTexts)
  const alerts = useTexts(alertKindTexts)
  switch (kind) {
    case 'identity':
    case 'deposit':
    case 'order':
    case 'withdrawal':
      return title
        .split(' ')
        .map((code) => wordIn(codes, code))
        .join(' ')
    case 'operator':
      return actionInWords(actions, title)
    case 'alert':
      return wordIn(alerts, detail ?? title)
    default:
      return title === '' ? unnamed : title
  }
}
