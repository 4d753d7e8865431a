import type { components } from '@tukar/client'
import { useState } from 'react'
import { CopyButton } from '../../ui/copy-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Notice, Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { useRead } from '../data.ts'
import { apiKeysTexts } from '../texts/api-keys.ts'
import css from './api-keys.module.css'
import { ChangeKey, CreateKey, RemoveKey } from './key-forms.tsx'

type Key = components['schemas']['ApiKey']
type MadeKey = components['schemas']['CreatedApiKey']
type Open = Readonly<{ form: 'create' } | { form: 'change' | 'remove'; key: Key }>

/** The keys of the user's programs; a new pair is shown once. */
export function ApiKeys() {
  const t = useTexts(apiKeysTexts)
  const [open, setOpen] = useState<Open | null>(null)
  const [made, setMade] = useState<MadeKey | null>(null)
  const query = { limit: 100 }
  const keys = useRead(['api-keys'], (tukar) =>
    tukar.get('/api/user/api-key', { params: { query } }),
  )
  const close = () => setOpen(null)
  const show = (key: MadeKey) => {
    close()
    setMade(key)
  }
  return (
    <>
      <p className="quiet">{t.intro}</p>
      <button type="button" className="primary" onClick={() => setOpen({ form: 'create' })}>
        {t.create}
      </button>
      <Loaded query={keys}>
        {({ data }) => (data.length === 0 ? <Empty>{t.none}</Empty> : listOf(data, setOpen))}
      </Loaded>
      {open?.form === 'create' && <CreateKey onClose={close} onMade={show} />}
      {open?.form === 'change' && <ChangeKey apiKey={open.key} onClose={close} onMade={show} />}
      {open?.form === 'remove' && <RemoveKey apiKey={open.key} onClose={close} />}
      {made !== null && <MadePair made={made} onClose={() => setMade(null)} />}
    </>
  )
}

const listOf = (keys: readonly Key[], open: (form: Open) => void) => (
  <ul className="card flush list">
    {keys.map((key) => (
      <KeyItem key={key.apiKeyId} apiKey={key} open={open} />
    ))}
  </ul>
)

function KeyItem({ apiKey, open }: Readonly<{ apiKey: Key; open: (form: Open) => void }>) {
  const t = useTexts(apiKeysTexts)
  const { apiName, apiKey: masked, ips, suspended, withdrawsFrom, createdAt } = apiKey
  const names: Readonly<Record<string, string>> = {
    read: t.read,
    trade: t.trade,
    withdraw: t.withdraw,
  }
  return (
    <li className={`item ${css['key']}`}>
      <span>
        <strong>{apiName}</strong> {suspended && <Status tone="bad">{t.suspended}</Status>}
        <code className="block">{masked}</code>
        <span className="hint block">
          {apiKey.permissions.map((one) => names[one] ?? one).join(', ')} ·{' '}
          {ips.length === 0 ? t.anyIp : ips.join(', ')}
        </span>
        <span className="hint block">
          {t.createdAt} <Time at={createdAt} />
        </span>
        {withdrawsFrom !== null && (
          <span className="hint block">
            {t.withdrawsFrom} <Time at={withdrawsFrom} />
          </span>
        )}
      </span>
      <span className="row">
        <button
          type="button"
          className="small"
          onClick={() => open({ form: 'change', key: apiKey })}
        >
          {t.change}
        </button>
        <button
          type="button"
          className="small"
          onClick={() => open({ form: 'remove', key: apiKey })}
        >
          {t.remove}
        </button>
      </span>
    </li>
  )
}

/** The only place that shows a pair: the service does not send its secret again. */
function MadePair({ made, onClose }: Readonly<{ made: MadeKey; onClose: () => void }>) {
  const t = useTexts(apiKeysTexts)
  const parts = [
    [t.key, made.apiKey],
    [t.secret, made.secretKey],
  ] as const
  return (
    <Dialog title={made.apiName} onClose={onClose}>
      <Notice tone="busy">{t.once}</Notice>
      {parts.map(([label, text]) => (
        <fieldset key={label} className="field" aria-label={label}>
          <span className="between">
            <strong>{label}</strong>
            <CopyButton text={text} />
          </span>
          <code>{text}</code>
        </fieldset>
      ))}
      <button type="button" className="primary" onClick={onClose}>
        {t.kept}
      </button>
    </Dialog>
  )
}
