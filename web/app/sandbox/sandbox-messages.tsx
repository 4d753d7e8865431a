import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CopyButton } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Time } from '../../ui/time.tsx'
import { sandboxTexts } from '../texts/sandbox.ts'
import { callSandbox } from './call-sandbox.ts'

const Messages = z.array(
  z.object({
    subject: z.nullable(z.string()),
    code: z.nullable(z.string()),
    link: z.nullable(z.string()),
    at: z.string(),
  }),
)

const pollMs = 1_000

type MessagesProps = Readonly<{ to: string; with: 'code' | 'link' }>

/**
 * Shows the newest mail or text to an address that has a code or a link, since a notice may follow
 * it at once. The sandbox delivers none of them.
 */
export function SandboxMessages({ to, with: wanted }: MessagesProps) {
  const t = useTexts(sandboxTexts)
  const { data } = useQuery({
    queryKey: ['sandbox', to],
    queryFn: async () =>
      Messages.parse(await callSandbox('GET', `messages?to=${encodeURIComponent(to)}`)),
    refetchInterval: pollMs,
  })
  const message = data?.find((one) => one[wanted] !== null)
  return (
    <aside className="card sandbox" aria-label={t.title}>
      <h2>{t.title}</h2>
      <p className="quiet">{message === undefined ? t.nothing : t.explanation}</p>
      {message !== undefined && (
        <div className="stack">
          <span>
            {message.subject}{' '}
            <span className="quiet">
              (<Time at={message.at} relative />)
            </span>
          </span>
          {message.code !== null && (
            <span>
              {t.code} <code>{message.code}</code> <CopyButton text={message.code} />
            </span>
          )}
          {message.link !== null && <a href={pathOf(message.link)}>{t.open}</a>}
        </div>
      )}
    </aside>
  )
}

/** A mailed link to a page of this service, at the address under which the browser reached it. */
function pathOf(link: string): string {
  const { pathname, search } = new URL(link)
  return pathname + search
}
