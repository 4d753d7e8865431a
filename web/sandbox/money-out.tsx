import { type ReactNode, useId, useState } from 'react'
import { Amount } from '../ui/amount.tsx'
import { useTexts } from '../ui/language.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import { TaskButton } from '../ui/task-button.tsx'
import { Time } from '../ui/time.tsx'
import { useToast } from '../ui/toast.tsx'
import { post } from './control.ts'
import { type Payout, type Transfer, useCustody, usePayx } from './money-data.ts'
import { PaceSwitch } from './pace.tsx'
import { PaidPayments } from './refunds.tsx'
import { SendByHand } from './send-by-hand.tsx'
import { payoutTexts } from './texts/payouts.ts'

/** Moves payouts and withdrawals of coins, as banks and networks do. */
export function MoneyOut() {
  const t = useTexts(payoutTexts)
  const [withEnded, setWithEnded] = useState(true)
  const id = useId()
  return (
    <>
      <div className="row">
        <PaceSwitch provider="payx" name="auto">
          {t.autoPayouts}
        </PaceSwitch>
        <PaceSwitch provider="custody" name="auto">
          {t.autoWithdrawals}
        </PaceSwitch>
        <div className="panel-check">
          <input
            id={id}
            type="checkbox"
            checked={withEnded}
            onChange={(event) => setWithEnded(event.target.checked)}
          />
          <label htmlFor={id}>{t.ended}</label>
        </div>
      </div>
      <div className="panel-columns">
        <Moving title={t.payouts} none={t.noPayouts}>
          <Loaded query={usePayx()}>
            {({ payx }) =>
              payx.payouts
                .filter(({ status }) => withEnded || status === 'ACCEPTED')
                .map((payout) => <PayoutItem key={payout.id} payout={payout} />)
                .toReversed()
            }
          </Loaded>
        </Moving>
        <Moving title={t.withdrawals} none={t.noWithdrawals} besides={<SendByHand />}>
          <Loaded query={useCustody()}>
            {({ custody }) =>
              custody.transactions
                .filter(({ source }) => source.type === 'VAULT_ACCOUNT')
                .filter(({ status }) => withEnded || nextOfTransfer(status).length > 0)
                .map((transfer) => <TransferItem key={transfer.id} transfer={transfer} />)
                .toReversed()
            }
          </Loaded>
        </Moving>
        <Moving title={t.received} none={t.noneReceived}>
          <PaidPayments />
        </Moving>
      </div>
    </>
  )
}

type MovingProps = Readonly<{
  title: string
  none: string
  besides?: ReactNode
  children: ReactNode
}>

const Moving = ({ title, none, besides, children }: MovingProps) => (
  <section className="card flush" aria-label={title}>
    <div className="card-head between">
      <h2>{title}</h2>
      {besides}
    </div>
    <ul className="list panel-moving">{children}</ul>
    <div className="panel-none">
      <Empty>{none}</Empty>
    </div>
  </section>
)

type Step = Readonly<{ status: string; failureCode?: string }>

const failureCodes = ['INVALID_DESTINATION', 'TEMPORARY_TRANSFER_ERROR', 'REJECTED_BY_CHANNEL']

/** The states in which payx may put a payout next. */
function nextOfPayout(status: string): readonly Step[] {
  if (status === 'SUCCEEDED') return [{ status: 'REVERSED' }]
  if (status !== 'ACCEPTED') return []
  return [
    { status: 'SUCCEEDED' },
    ...failureCodes.map((failureCode) => ({ status: 'FAILED', failureCode })),
    { status: 'CANCELLED' },
    { status: 'EXPIRED' },
  ]
}

const transferStates = ['SUBMITTED', 'BROADCASTING', 'CONFIRMING', 'COMPLETED']
const transferFailures = ['FAILED', 'REJECTED', 'BLOCKED', 'CANCELLED']

/** The states in which custody may put a withdrawal next: forwards, or to a failure. */
function nextOfTransfer(status: string): readonly string[] {
  const at = transferStates.indexOf(status)
  if (at < 0 || status === 'COMPLETED') return []
  return [...transferStates.slice(at + 1), ...transferFailures]
}

const toneOf = (status: string): Tone => {
  if (['SUCCEEDED', 'COMPLETED'].includes(status)) return 'good'
  return ['ACCEPTED', ...transferStates].includes(status) ? 'busy' : 'bad'
}

function PayoutItem({ payout }: Readonly<{ payout: Payout }>) {
  const { id, reference_id, channel_code, channel_properties, amount, status } = payout
  const { account_holder_name, account_number } = channel_properties
  return (
    <li className="panel-row">
      <div className="lines">
        <span className="row">
          <Status tone={toneOf(status)}>{status}</Status>
          <strong>
            <Amount value={amount} symbol="IDR" />
          </strong>
        </span>
        <span>
          {channel_code} {account_number} · {account_holder_name}
        </span>
        <span className="quiet">
          <code>{reference_id}</code> · <Time at={payout.created} relative />
          {payout.failure_code !== undefined && ` · ${payout.failure_code}`}
        </span>
      </div>
      <div className="row">
        {nextOfPayout(status).map((step) => (
          <MoveButton
            key={step.failureCode ?? step.status}
            path={`/payx/payouts/${id}`}
            step={step}
          />
        ))}
      </div>
    </li>
  )
}

function TransferItem({ transfer }: Readonly<{ transfer: Transfer }>) {
  const { id, externalTxId, assetId, amountInfo, destination, status, subStatus } = transfer
  const { destinationAddress, replacedTxHash } = transfer
  const t = useTexts(payoutTexts)
  const canBeReplaced = transfer.nonce !== undefined && nextOfTransfer(status).length > 0
  return (
    <li className="panel-row">
      <div className="lines">
        <span className="row">
          <Status tone={toneOf(status)}>{status}</Status>
          <strong>
            <Amount value={amountInfo.amount} symbol={assetId} />
          </strong>
        </span>
        <code>{destinationAddress}</code>
        <span className="quiet">
          {externalTxId === null ? destination.type : <code>{externalTxId}</code>} ·{' '}
          <Time at={new Date(transfer.createdAt).toISOString()} relative />
          {subStatus !== '' && ` · ${subStatus}`}
          {replacedTxHash !== undefined && ` · ${t.replaces}`}
        </span>
      </div>
      <div className="row">
        {nextOfTransfer(status).map((next) => (
          <MoveButton key={next} path={`/custody/withdrawals/${id}`} step={{ status: next }} />
        ))}
        {canBeReplaced && transfer.txHash !== '' && <ReplaceButtons id={id} />}
      </div>
    </li>
  )
}

/** What staff do in custody's console with a transaction that the chain does not mine. */
function ReplaceButtons({ id }: Readonly<{ id: string }>) {
  const t = useTexts(payoutTexts)
  const toast = useToast()
  const replace = (way: 'boost' | 'drop') => async () => {
    await post(`/custody/withdrawals/${id}/${way}`, {})
    toast(t.replaced)
  }
  return (
    <>
      <TaskButton className="small" task={replace('boost')}>
        {t.boost}
      </TaskButton>
      <TaskButton className="small" task={replace('drop')}>
        {t.drop}
      </TaskButton>
    </>
  )
}

function MoveButton({ path, step }: Readonly<{ path: string; step: Step }>) {
  const t = useTexts(payoutTexts)
  const toast = useToast()
  const move = async () => {
    await post(path, step)
    toast(t.moved(step.status))
  }
  return (
    <TaskButton className="small" task={move}>
      {step.failureCode ?? step.status}
    </TaskButton>
  )
}
