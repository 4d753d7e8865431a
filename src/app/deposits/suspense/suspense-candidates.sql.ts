import { isNetwork, sameAddressNetworks } from '../../../base/values/coin-address.ts'
import type { Database } from '../../../core/database/database.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../../core/database/driver/read-rows.ts'
import type { SuspenseItem } from './suspense-item.rules.ts'

export const candidateReasons = [
  'proposed',
  'refunded',
  'named',
  'virtual-account',
  'coin-address',
  'claim',
] as const

const candidateColumns = columnsOf({
  userId: 'userId',
  email: 'text',
  because: oneOfTexts(...candidateReasons),
  /** The account number, address or claim that matches; the operator who proposes the user. */
  matched: 'text',
})

export type SuspenseCandidate = RowOf<typeof candidateColumns>

const most = 10

const networksOf = (value: unknown): readonly string[] => {
  const network = textOf(value)
  return isNetwork(network) ? sameAddressNetworks(network) : [network]
}

const userIn = (value: unknown): string | null => /^[0-9]{1,15}$/.exec(textOf(value))?.[0] ?? null

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Finds users whom operators propose, whose payment was refunded, whom the payment names, whose
 * virtual account or deposit address received it, or whose pending claim has its amount.
 */
export const findCandidates = (
  db: Database['read'],
  { id, source, reference, data, amount }: SuspenseItem,
): Promise<readonly SuspenseCandidate[]> => {
  const [provider = ''] = source.split(' ')
  const units = amount?.asset.symbol === 'IDR' ? amount.units.toString() : null
  return readRows(db, candidateColumns)`
    select f.user_id as "userId", u.email, f.because, f.matched
    from (
      (select statement::bigint as user_id, 'proposed' as because, o.email as matched
       from agreements g join operators o on o.id = g.operator_id
       where g.kind = 'suspense' and g.subject = ${id} and g.statement <> 'returned'
       order by g.at)
      union all
      (select id, 'refunded', ${textOf(data['payment'])} from users
       where id = ${userIn(data['user'])}::bigint)
      union all
      (select id, 'named', ${reference} from users where id = ${userIn(data['userId'])}::bigint)
      union all
      (select user_id, 'virtual-account', account_number
       from virtual_accounts
       where provider = ${provider} and account_number = ${textOf(data['account'])} limit ${most})
      union all
      (select user_id, 'coin-address', address from coin_addresses
       where network = any(${networksOf(data['network'])})
         and address = ${textOf(data['address'])}
         and coalesce(tag, '') = ${textOf(data['tag'])} limit ${most})
      union all
      (select user_id, 'claim', id::text from cash_deposits
       where provider = 'manual' and status = 'PENDING' and amount = ${units}::numeric
         and user_id is not null
       order by id limit ${most})
    ) f join users u on u.id = f.user_id`
}
