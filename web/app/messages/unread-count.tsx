import { useTexts } from '../../ui/language.tsx'
import { useRead } from '../data.ts'
import { messagesTexts } from '../texts/messages.ts'
import css from './messages.module.css'

/** The number of unread messages, kept current by the live stream; nothing if there are none. */
export function UnreadCount() {
  const t = useTexts(messagesTexts)
  const { data } = useRead(['messages', 'unread'], (tukar) =>
    tukar.get('/api/user-messages', { params: { query: { type: 'UNREAD', limit: 1 } } }),
  )
  const count = data?.totalUnreadCount ?? 0
  if (count === 0) return null
  return (
    <span className={css['count']}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="hidden">{t.unreadCount(count)}</span>
    </span>
  )
}
