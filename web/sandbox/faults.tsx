import { useState } from 'react'
import { Field, Form, Select, type Values } from '../ui/form.tsx'
import { useTexts } from '../ui/language.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { TaskButton } from '../ui/task-button.tsx'
import { useToast } from '../ui/toast.tsx'
import { control, post, useProviders } from './control.ts'
import { type SetFault, useFaults } from './fault-data.ts'
import { faultTexts } from './texts/faults.ts'

/** The fault dial. */
export function Faults() {
  const t = useTexts(faultTexts)
  const providers = useProviders()
  return (
    <div className="panel-columns">
      <section className="card" aria-label={t.newFault}>
        <h2>{t.newFault}</h2>
        <Loaded query={providers}>{(known) => <FaultForm {...known} />}</Loaded>
      </section>
      <section className="card flush" aria-label={t.title}>
        <div className="card-head">
          <h2>{t.title}</h2>
        </div>
        <Loaded query={useFaults()}>{(faults) => <FaultList faults={faults} />}</Loaded>
      </section>
    </div>
  )
}

type FaultFormProps = Readonly<{
  providers: readonly string[]
  requestFaults: readonly string[]
  callbackFaults: readonly string[]
}>

function FaultForm({ providers, requestFaults, callbackFaults }: FaultFormProps) {
  const t = useTexts(faultTexts)
  const toast = useToast()
  const faults = [...requestFaults, ...callbackFaults]
  const [fault, setFault] = useState(faults[0] ?? '')
  const choice = (value: string) => ({ value, label: value })
  const set = async (values: Values) => {
    await post('/faults', faultOf(values))
    toast(t.isSet)
  }
  return (
    <Form submit={t.set} onSubmit={set}>
      <Select name="provider" label={t.provider} choices={providers.map(choice)} />
      <Select
        name="fault"
        label={t.fault}
        choices={faults.map(choice)}
        value={fault}
        onChoose={setFault}
        hint={Object.entries(t.meaning).find(([name]) => name === fault)?.[1]}
      />
      <Field name="method" label={t.method} placeholder="POST" />
      <Field name="path" label={t.path} placeholder="/v2/payouts" />
      <Field name="times" label={t.times} type="number" min={1} />
      <Field name="delayMs" label={t.delay} type="number" min={0} max={600_000} />
    </Form>
  )
}

function faultOf({ provider, fault, method, path, times, delayMs }: Values): object {
  return {
    provider,
    fault,
    ...(method ? { method } : {}),
    ...(path ? { path } : {}),
    ...(times ? { times: Number(times) } : {}),
    ...(delayMs ? { delayMs: Number(delayMs) } : {}),
  }
}

function FaultList({ faults }: Readonly<{ faults: readonly SetFault[] }>) {
  const t = useTexts(faultTexts)
  if (faults.length === 0) return <Empty>{t.none}</Empty>
  return (
    <ul className="list">
      {faults.map(({ id, provider, fault, method, path, times, delayMs }) => (
        <li key={id} className="panel-row">
          <div className="lines">
            <strong>
              {provider} {fault}
            </strong>
            <span className="quiet">
              {[
                method,
                path,
                times === undefined ? undefined : t.timesLeft(times),
                delayMs === undefined ? undefined : `${delayMs} ms`,
              ]
                .filter((part) => part !== undefined)
                .join(' · ')}
            </span>
          </div>
          <TaskButton className="small" task={() => control('DELETE', `/faults/${id}`)}>
            {t.clear}
          </TaskButton>
        </li>
      ))}
    </ul>
  )
}
