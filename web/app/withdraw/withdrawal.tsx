import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { ShortId } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Notice } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { useRead } from '../data.ts'
import type { Transfer } from '../money/money-data.ts'
import { isEnded, stateOf, TransferStatus } from '../money/transfer-list.tsx'
import { moneyTexts } from '../texts/money.ts'
import { withdrawTexts } from '../texts/withdraw.ts'
import { findWithdrawal } from './find-withdrawal.ts'
import css from './withdraw.module.css'

/** One withdrawal, followed to its end by the stream. */
export function WithdrawalPage() {
  const t = useTexts(withdrawTexts)
  const { symbol = '', id = '' } = useParams()
  const found = useRead(['transfers', symbol, id], (tukar) => findWithdrawal(tukar, symbol, id))
  return (
    <Loaded query={found}>
      {(withdrawal) =>
        withdrawal === null ? (
          <Empty>{t.notFound}</Empty>
        ) : (
          <WithdrawalCard withdrawal={withdrawal} />
        )
      }
    </Loaded>
  )
}

function WithdrawalCard({ withdrawal }: Readonly<{ withdrawal: Transfer }>) {
  const t = useTexts(withdrawTexts)
  const { symbol, amount, status, reviewReasons, reversedAt } = withdrawal
  const isPaid = stateOf(withdrawal) === 'SUCCESS'
  return (
    <div className="card">
      <div className="between">
        <span className="headline">
          <Amount value={amount} symbol={symbol} />
        </span>
        <TransferStatus transfer={withdrawal} />
      </div>
      {isEnded(status) ? (
        <Notice tone={isPaid ? 'good' : 'bad'}>
          {reversedAt !== null && `${t.sentBack} `}
          {isPaid ? t.arrived : t.returned}
        </Notice>
      ) : (
        <>
          <Steps status={status} />
          {reviewReasons.length > 0 && (
            <Notice tone="busy">
              <p>{t.reviewTitle}</p>
              <ul>
                {reviewReasons.map((reason) => (
                  <li key={reason}>{t.reviewReasons[reason]}</li>
                ))}
              </ul>
            </Notice>
          )}
          <p className="hint">{t.mayTakeLong}</p>
        </>
      )}
      <Facts withdrawal={withdrawal} />
      {!isEnded(status) && <p className="hint">{t.noCancel}</p>}
    </div>
  )
}

/** What a withdrawal goes through; the review only if it is asked for. */
function Steps({ status }: Readonly<{ status: string }>) {
  const { steps } = useTexts(withdrawTexts)
  const shown = [
    { key: 'REQUESTED', text: steps.asked },
    ...(status === 'PENDING_APPROVAL' ? [{ key: status, text: steps.reviewed }] : []),
    { key: 'PROCESSING', text: steps.processing },
    { key: 'SUBMITTED', text: steps.submitted },
  ]
  const at = shown.findIndex(({ key }) => key === status)
  return (
    <ol className={css['steps']}>
      {shown.map(({ key, text }, index) => (
        <li
          key={key}
          className={index < at ? css['past'] : ''}
          aria-current={index === at ? 'step' : undefined}
        >
          {text}
        </li>
      ))}
    </ol>
  )
}

function Facts({ withdrawal }: Readonly<{ withdrawal: Transfer }>) {
  const t = useTexts(withdrawTexts)
  const money = useTexts(moneyTexts)
  const { symbol, fee, network, address, txHash, createdAt, updatedAt, id } = withdrawal
  return (
    <dl className="facts">
      <dt>{money.fee}</dt>
      <dd>
        <Amount value={fee} symbol={symbol} />
      </dd>
      {network !== null && <Fact name={money.network}>{network}</Fact>}
      {address !== null && (
        <Fact name={money.address}>
          <ShortId id={address} chars={8} />
        </Fact>
      )}
      {txHash !== null && (
        <Fact name={money.transaction}>
          <ShortId id={txHash} />
        </Fact>
      )}
      <Fact name={money.created}>
        <Time at={createdAt} />
      </Fact>
      <Fact name={money.changed}>
        <Time at={updatedAt} />
      </Fact>
      <Fact name={t.number}>
        <ShortId id={id} />
      </Fact>
    </dl>
  )
}

const Fact = ({ name, children }: Readonly<{ name: string; children: ReactNode }>) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
