import { useState } from 'react'
import * as z from 'zod/mini'
import { Confirm } from '../ui/dialog.tsx'
import { useFailureText } from '../ui/failure-text.ts'
import { Field, Form } from '../ui/form.tsx'
import { useTexts } from '../ui/language.tsx'
import { Loaded } from '../ui/states.tsx'
import { TaskButton } from '../ui/task-button.tsx'
import { useToast } from '../ui/toast.tsx'
import { post, useControl } from './control.ts'
import { usePayx, useTypedAmounts } from './money-data.ts'
import { PaceSwitch } from './pace.tsx'
import { timeTexts } from './texts/time.ts'

const Clock = z.object({ timeScale: z.number(), pending: z.number() })

/** How fast the providers' time passes, and what happens by itself. */
export function TimeScreen() {
  const t = useTexts(timeTexts)
  const clock = useControl('state', '/clock', Clock, { refetchInterval: 2_000 })
  return (
    <div className="panel-columns">
      <Loaded query={clock}>{(known) => <Speed {...known} />}</Loaded>
      <section className="card" aria-label={t.pace}>
        <h2>{t.pace}</h2>
        <PaceSwitch provider="payx" name="auto">
          {t.payouts}
        </PaceSwitch>
        <PaceSwitch provider="custody" name="auto">
          {t.withdrawals}
        </PaceSwitch>
        <PaceSwitch provider="venue" name="walk">
          {t.walk}
        </PaceSwitch>
        <PaceSwitch provider="venue" name="match">
          {t.match}
        </PaceSwitch>
      </section>
      <Loaded query={usePayx()}>{({ payx }) => <Balance balance={payx.balance} />}</Loaded>
      <VenueClock />
      <Reset />
    </div>
  )
}

const minuteMs = 60_000

function Speed({ timeScale, pending }: z.output<typeof Clock>) {
  const t = useTexts(timeTexts)
  const toast = useToast()
  const pass = async (advanceMs: number) => {
    await post('/clock', { advanceMs })
    toast(t.passed)
  }
  return (
    <section className="card" aria-label={t.scale}>
      <h2>{t.scale}</h2>
      <Form
        submit={t.setScale}
        onSubmit={async ({ timeScale: typed }) => {
          await post('/clock', { timeScale: Number(typed) })
          toast(t.isSet)
        }}
      >
        <Field
          key={timeScale}
          name="timeScale"
          label={t.scale}
          hint={t.scaleHint}
          type="number"
          step="any"
          min={0.01}
          defaultValue={timeScale}
          required
        />
      </Form>
      <h3>{t.advance}</h3>
      <p className="hint">{t.advanceHint}</p>
      <div className="row">
        <TaskButton task={() => pass(minuteMs)}>{t.minute}</TaskButton>
        <TaskButton task={() => pass(60 * minuteMs)}>{t.hour}</TaskButton>
        <TaskButton task={() => pass(24 * 60 * minuteMs)}>{t.day}</TaskButton>
      </div>
      <p className="quiet">{t.pending(pending)}</p>
    </section>
  )
}

function Balance({ balance }: Readonly<{ balance: string }>) {
  const t = useTexts(timeTexts)
  const toast = useToast()
  const { shown, read } = useTypedAmounts()
  return (
    <section className="card" aria-label={t.balance}>
      <h2>{t.balance}</h2>
      <Form
        submit={t.setBalance}
        onSubmit={async (values) => {
          await post('/payx/balance', { balance: Number(read(values['balance'])) })
          toast(t.changed)
        }}
      >
        <Field
          key={balance}
          name="balance"
          label={t.balanceNow}
          defaultValue={shown(balance)}
          inputMode="numeric"
          unit="IDR"
          required
        />
      </Form>
    </section>
  )
}

function VenueClock() {
  const t = useTexts(timeTexts)
  const toast = useToast()
  return (
    <section className="card" aria-label={t.venueClock}>
      <h2>{t.venueClock}</h2>
      <Form
        submit={t.setOffset}
        onSubmit={async ({ offsetMs }) => {
          await post('/venue/clock', { offsetMs: Number(offsetMs) })
          toast(t.changed)
        }}
      >
        <Field name="offsetMs" label={t.offset} type="number" defaultValue={0} required />
      </Form>
    </section>
  )
}

function Reset() {
  const t = useTexts(timeTexts)
  const toast = useToast()
  const failureText = useFailureText()
  const [isAsking, setAsking] = useState(false)
  const reset = async () => {
    setAsking(false)
    await post('/reset').then(
      () => toast(t.wasReset),
      (error: unknown) => toast(failureText(error)),
    )
  }
  return (
    <section className="card" aria-label={t.reset}>
      <h2>{t.reset}</h2>
      <p className="hint">{t.resetHint}</p>
      <div className="row">
        <button type="button" className="primary danger" onClick={() => setAsking(true)}>
          {t.resetAll}
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={t.resetAll}
          action={t.resetAll}
          onConfirm={() => void reset()}
          onClose={() => setAsking(false)}
        >
          <p>{t.sure}</p>
        </Confirm>
      )}
    </section>
  )
}
