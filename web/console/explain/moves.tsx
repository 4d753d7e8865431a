import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { Amount } from '../../ui/amount.tsx'
import { statementPath } from '../paths.ts'

type Move = components['schemas']['PostingMove']
type End = components['schemas']['MoveEnd']

/** An account; that of a user links to the statement. */
export const AccountName = ({ end, symbol }: Readonly<{ end: End; symbol: string }>) =>
  end.userId === null ? (
    end.account
  ) : (
    <Link href={statementPath(end.userId, symbol)}>
      {end.account} {end.userId}
    </Link>
  )

export const MoveLine = ({ move }: Readonly<{ move: Move }>) => (
  <div>
    <Amount value={move.amount} symbol={move.symbol} />{' '}
    <AccountName end={move.from} symbol={move.symbol} /> →{' '}
    <AccountName end={move.to} symbol={move.symbol} />
  </div>
)
