import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { ShortId } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty } from '../../ui/states.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { wordIn } from '../../ui/word-in.ts'
import { moneyTexts } from '../texts/money.ts'
import type { Transfer } from './money-data.ts'

const tones: Readonly<Record<string, Tone>> = {
  COMPLETED: 'good',
  SUCCESS: 'good',
  REJECTED: 'bad',
  FAILED: 'bad',
  RETURNED: 'bad',
}

/** Every other state of a deposit or withdrawal is on its way to one of these. */
export const isEnded = (status: string): boolean => status in tones

/** The state of a transfer; a paid withdrawal that the bank sent back is no success. */
export const stateOf = ({ status, reversedAt }: Transfer): string =>
  status === 'SUCCESS' && reversedAt !== null ? 'RETURNED' : status

export function TransferStatus({ transfer }: Readonly<{ transfer: Transfer }>) {
  const { statuses } = useTexts(moneyTexts)
  const state = stateOf(transfer)
  return <Status tone={tones[state] ?? 'busy'}>{wordIn(statuses, state)}</Status>
}

const isWithdrawal = ({ type }: Transfer): boolean =>
  type === 'COIN_WITHDRAWAL' || type === 'CASH_WITHDRAWAL'

/** Deposits and withdrawals. A withdrawal opens the screen that follows it. */
export function TransferList({ transfers }: Readonly<{ transfers: readonly Transfer[] }>) {
  const t = useTexts(moneyTexts)
  if (transfers.length === 0) return <Empty>{t.noTransfers}</Empty>
  return (
    <ul className="list" aria-label={t.transaction}>
      {transfers.map((transfer) => (
        <li key={transfer.id}>
          <TransferFrame transfer={transfer}>
            <span className="lines">
              <span>{t.transfers[transfer.type]}</span>
              <small className="quiet">
                <Time at={transfer.createdAt} />
              </small>
              {!isWithdrawal(transfer) && transfer.txHash !== null && (
                <small className="quiet">
                  {transfer.network} <ShortId id={transfer.txHash} />
                </small>
              )}
            </span>
            <span className="lines end">
              <Amount
                value={isWithdrawal(transfer) ? `-${transfer.amount}` : transfer.amount}
                symbol={transfer.symbol}
                signed
              />
              <TransferStatus transfer={transfer} />
            </span>
          </TransferFrame>
        </li>
      ))}
    </ul>
  )
}

type FrameProps = Readonly<{ transfer: Transfer; children: ReactNode }>

const TransferFrame = ({ transfer, children }: FrameProps) =>
  isWithdrawal(transfer) ? (
    <Link href={withdrawalPath(transfer.symbol, transfer.id)}>{children}</Link>
  ) : (
    <div className="item">{children}</div>
  )

export const withdrawalPath = (symbol: string, id: string): string =>
  `/wallet/${symbol}/withdrawals/${id}`
