import { useState } from 'react'
import * as z from 'zod/mini'
import { Select } from '../ui/form.tsx'
import { useTexts } from '../ui/language.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Status } from '../ui/status.tsx'
import { TaskButton } from '../ui/task-button.tsx'
import { Time } from '../ui/time.tsx'
import { useToast } from '../ui/toast.tsx'
import { post, useControl, useProviders, useService } from './control.ts'
import { callbackTexts } from './texts/callbacks.ts'

const Attempt = z.object({ at: z.string(), status: z.number(), body: z.string(), ms: z.number() })
const Callback = z.object({
  id: z.string(),
  provider: z.string(),
  path: z.string(),
  at: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  attempts: z.array(Attempt),
})
type Callback = z.output<typeof Callback>

const shown = 100

/** Every callback that the emulators have sent to the service, newest first. */
export function Callbacks() {
  const t = useTexts(callbackTexts)
  const [provider, setProvider] = useState('')
  const providers = useProviders().data?.providers ?? []
  const filter = new URLSearchParams({ limit: `${shown}`, ...(provider && { provider }) })
  const query = useControl('callbacks', `/callbacks?${filter}`, z.array(Callback))
  return (
    <>
      <div className="panel-filters">
        <Select
          name="provider"
          label={t.provider}
          value={provider}
          onChoose={setProvider}
          choices={[
            { value: '', label: t.all },
            ...providers.map((name) => ({ value: name, label: name })),
          ]}
        />
      </div>
      <section className="card flush" aria-label={t.list}>
        <Loaded query={query}>
          {(callbacks) =>
            callbacks.length === 0 ? (
              <Empty>{t.none}</Empty>
            ) : (
              <ul className="list">
                {callbacks.toReversed().map((callback) => (
                  <CallbackItem key={callback.id} callback={callback} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
    </>
  )
}

function CallbackItem({ callback }: Readonly<{ callback: Callback }>) {
  const t = useTexts(callbackTexts)
  const toast = useToast()
  const { id, provider, path, at, attempts } = callback
  const resend = async () => {
    toast(t.resent(Attempt.parse(await post(`/callbacks/${id}/resend`)).status))
  }
  return (
    <li className="panel-row">
      <div className="stack">
        <div className="lines">
          <span className="row">
            <Outcome attempts={attempts} />
            <strong>{provider}</strong>
            <code>{path}</code>
          </span>
          <span className="quiet">
            <Time at={at} relative /> · {t.sent(attempts.length)}
          </span>
        </div>
        <Details callback={callback} />
      </div>
      <TaskButton className="small" task={resend}>
        {t.resend}
      </TaskButton>
    </li>
  )
}

function Outcome({ attempts }: Pick<Callback, 'attempts'>) {
  const t = useTexts(callbackTexts)
  const last = attempts.at(-1)
  if (last === undefined) return <Status tone="busy">{t.notSent}</Status>
  const isTaken = last.status >= 200 && last.status < 300
  return (
    <Status tone={isTaken ? 'good' : 'bad'}>{last.status === 0 ? t.noAnswer : last.status}</Status>
  )
}

/** The request as it is sent, byte for byte, and what each delivery came to. */
function Details({ callback }: Readonly<{ callback: Callback }>) {
  const t = useTexts(callbackTexts)
  const url = useService().data?.url ?? ''
  const { path, headers, body, attempts } = callback
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <details>
      <summary>{t.request}</summary>
      <div className="stack">
        <pre>{[`POST ${url}${path}`, ...head, '', body].join('\n')}</pre>
        {attempts.map((attempt) => (
          <div key={`${attempt.at} ${attempt.ms}`} className="stack">
            <span className="row">
              <Outcome attempts={[attempt]} />
              <span className="quiet">
                <Time at={attempt.at} /> · {attempt.ms} ms
              </span>
            </span>
            {attempt.body !== '' && <pre>{attempt.body}</pre>}
          </div>
        ))}
      </div>
    </details>
  )
}
