import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { ShortId } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { Part } from '../part.tsx'
import { listPath, postingPath, userPath } from '../paths.ts'
import { explainTexts } from './texts.ts'

type Posting = components['schemas']['PostingName']
type Notice = components['schemas']['ExplainedNotice']

type PostingsProps = Readonly<{ title: string; postings: readonly Posting[] }>

export function PostingTable({ title, postings }: PostingsProps) {
  const t = useTexts(explainTexts)
  return (
    <Part
      title={title}
      rows={postings}
      keyOf={({ id }) => `${id}`}
      columns={[
        { key: 'id', title: t.id, cell: ({ id }) => <Link href={postingPath(id)}>{id}</Link> },
        { key: 'action', title: t.action, cell: ({ action }) => action },
        { key: 'key', title: t.key, cell: ({ key }) => <ShortId id={key} chars={10} /> },
        { key: 'time', title: t.time, cell: ({ at }) => <Time at={at} /> },
      ]}
    />
  )
}

export function NoticeTable({ notices }: Readonly<{ notices: readonly Notice[] }>) {
  const t = useTexts(explainTexts)
  return (
    <Part
      title={t.notices}
      rows={notices}
      keyOf={({ to, id }) => `${to} ${id}`}
      columns={[
        {
          key: 'to',
          title: t.recipient,
          cell: ({ to, userId }) =>
            to === 'user' && userId !== null ? (
              <Link href={userPath(userId)}>
                {t.recipients.user} {userId}
              </Link>
            ) : (
              t.recipients[to]
            ),
        },
        {
          key: 'kind',
          title: t.kind,
          cell: ({ to, kind }) =>
            to === 'operator' ? <Link href={listPath('alerts', { kind })}>{kind}</Link> : kind,
        },
        { key: 'title', title: t.title, cell: ({ title }) => title },
        { key: 'time', title: t.time, cell: ({ at }) => <Time at={at} /> },
      ]}
    />
  )
}
