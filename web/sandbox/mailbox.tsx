import { useState } from 'react'
import * as z from 'zod/mini'
import { CopyButton } from '../ui/copy-text.tsx'
import { useTexts } from '../ui/language.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Status } from '../ui/status.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { TaskButton } from '../ui/task-button.tsx'
import { Time } from '../ui/time.tsx'
import { control, useControl } from './control.ts'
import { Search } from './search.tsx'
import { mailboxTexts } from './texts/mailbox.ts'

const text = z.nullable(z.string())
const Message = z.object({
  id: z.string(),
  channel: z.enum(['mail', 'sms', 'push']),
  to: z.string(),
  subject: text,
  text,
  html: text,
  code: text,
  link: text,
  at: z.string(),
})
type Message = z.output<typeof Message>

const channels = ['all', 'mail', 'sms', 'push'] as const
type Channel = (typeof channels)[number]

const shown = 100

/** All that the service has sent to people, newest first. */
export function Mailbox() {
  const t = useTexts(mailboxTexts)
  const [search, setSearch] = useState('')
  const [channel, setChannel] = useState<Channel>('all')
  const filter = new URLSearchParams({
    limit: `${shown}`,
    search: search.trim(),
    ...(channel === 'all' ? {} : { channel }),
  })
  const query = useControl('messages', `/messages?${filter}`, z.array(Message))
  return (
    <>
      <div className="panel-filters">
        <Search label={t.search} value={search} onChange={setSearch} />
        <Tabs
          label={t.channel}
          tabs={channels.map((key) => ({ key, title: t[key] }))}
          value={channel}
          onChange={setChannel}
        />
      </div>
      <section className="card flush" aria-label={t.whole}>
        <Loaded query={query}>{(messages) => <MessageList messages={messages} />}</Loaded>
      </section>
      <div className="row">
        <TaskButton className="small" task={() => control('DELETE', '/messages')}>
          {t.clear}
        </TaskButton>
      </div>
    </>
  )
}

function MessageList({ messages }: Readonly<{ messages: readonly Message[] }>) {
  const t = useTexts(mailboxTexts)
  if (messages.length === 0) return <Empty>{t.none}</Empty>
  return (
    <>
      <ul className="list">
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} />
        ))}
      </ul>
      {messages.length === shown && <p className="hint panel-row">{t.newest(shown)}</p>}
    </>
  )
}

/** A message is written by users as well, so all of it is shown as text. */
function MessageItem({ message }: Readonly<{ message: Message }>) {
  const t = useTexts(mailboxTexts)
  const { channel, to, subject, code, link, at } = message
  return (
    <li className="panel-row">
      <div className="stack">
        <div className="lines">
          <span className="row">
            <Status tone="quiet">{t[channel]}</Status>
            <strong>{subject ?? message.text?.split('\n')[0] ?? t.noSubject}</strong>
          </span>
          <span className="quiet">
            {to} · <Time at={at} relative />
          </span>
        </div>
        <details>
          <summary>{t.whole}</summary>
          <pre>{message.text ?? message.html}</pre>
        </details>
      </div>
      <div className="row">
        {code !== null && (
          <span className="row">
            <code className="panel-code">{code}</code>
            <CopyButton text={code} />
          </span>
        )}
        {link !== null && (
          <span className="row">
            <a className="button small" href={link} target="_blank" rel="noreferrer">
              {t.open}
            </a>
            <CopyButton text={link} />
          </span>
        )}
      </div>
    </li>
  )
}
