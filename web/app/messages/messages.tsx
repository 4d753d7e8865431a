import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client'
import { useState } from 'react'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Failure, Loaded } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'
import { messagesTexts } from '../texts/messages.ts'
import { useTukar } from '../tukar.tsx'
import css from './messages.module.css'
import { readMessages } from './read-messages.ts'

type Message = components['schemas']['Message']
const pageItems = 20

/** The messages of the user, newest first; a new one appears at once. */
export function Messages() {
  const t = useTexts(messagesTexts)
  const { tukar } = useTukar()
  const [type, setType] = useState<'ALL' | 'UNREAD'>('ALL')
  const [limit, setLimit] = useState(pageItems)
  const { change, failure } = useChange()
  const messages = useQuery({
    queryKey: ['messages', type, limit],
    queryFn: () => readMessages(tukar, type, limit),
    placeholderData: keepPreviousData,
  })
  const tabs = [
    { key: 'ALL', title: t.all },
    { key: 'UNREAD', title: t.unread },
  ] as const
  return (
    <>
      <Tabs label={t.show} tabs={tabs} value={type} onChange={setType} />
      {failure !== null && <Failure error={failure} />}
      <Loaded query={messages}>
        {({ data, totalCount, totalUnreadCount }) => (
          <>
            {totalUnreadCount > 0 && (
              <button
                type="button"
                onClick={() => change(() => tukar.post('/api/user-messages/read-all'))}
              >
                {t.readAll}
              </button>
            )}
            <MessageList messages={data} empty={type === 'ALL' ? t.none : t.noneUnread} />
            {limit < (type === 'ALL' ? totalCount : totalUnreadCount) && (
              <button type="button" onClick={() => setLimit(limit + pageItems)}>
                {t.more}
              </button>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

/** Runs a change, then reads the messages again. */
function useChange() {
  const queries = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const change = (work: () => Promise<unknown>): void => {
    setFailure(null)
    work()
      .then(() => queries.invalidateQueries({ queryKey: ['messages'] }))
      .catch(setFailure)
  }
  return { change, failure }
}

type ListProps = Readonly<{ messages: readonly Message[]; empty: string }>

function MessageList({ messages, empty }: ListProps) {
  if (messages.length === 0) return <Empty>{empty}</Empty>
  return (
    <div className="card flush">
      <ul className="list">
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} />
        ))}
      </ul>
    </div>
  )
}

/** Opening a message shows its text and marks it as read. */
function MessageItem({ message: { id, title, body, read, createdAt } }: { message: Message }) {
  const t = useTexts(messagesTexts)
  const { tukar } = useTukar()
  const { change, failure } = useChange()
  const markRead = () => {
    if (read) return
    const query = { 'userMessageIds[]': [id] }
    change(() => tukar.get('/api/user-messages/read', { params: { query } }))
  }
  const remove = () =>
    change(() => tukar.delete('/api/user-messages/delete-multiple', { body: { messageIds: [id] } }))
  return (
    <li>
      <details onToggle={({ currentTarget }) => currentTarget.open && markRead()}>
        <summary className={`item ${css['summary']}`}>
          <span className={read ? 'quiet' : css['unread']}>{title}</span>
          <span className={`hint ${css['time']}`}>
            <Time at={createdAt} relative />
          </span>
        </summary>
        <div className={css['details']}>
          <p className={css['body']}>{body}</p>
          <button type="button" className="small" onClick={remove}>
            {t.remove}
          </button>
          {failure !== null && <Failure error={failure} />}
        </div>
      </details>
    </li>
  )
}
