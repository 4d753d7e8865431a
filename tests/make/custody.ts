import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { parse } from 'lossless-json'
import { assetId, type UserId } from '../../src/base/values/ids.ts'
import type { Database } from '../../src/core/database/database.ts'
import { readBalances } from '../../src/core/ledger/balances.sql.ts'
import {
  type Custody,
  type Listed,
  TransactionObject,
} from '../../src/providers/custody/custody.ts'
import type { Tukar } from '../harness.ts'
import { untilAccepted } from './deliver.ts'
import { makeProvenUser } from './ledger.ts'

export const assetIds = {
  IDR: assetId(1),
  USDT: assetId(2),
  BTC: assetId(3),
  ETH: assetId(4),
  TRX: assetId(5),
  XRP: assetId(6),
  SOL: assetId(7),
  HOT: assetId(8),
}
type Symbol = keyof typeof assetIds

export type Place = Readonly<{
  user: UserId
  address: string
  legacyAddress: string | null
  tag: string | null
}>

let made = 0

/**
 * Inserts a deposit address for a coin, of a new user unless one is given. The new user's identity
 * is proven: coins of others are bounded by prices, which most tests do not have.
 */
export async function makeDepositAddress(
  db: Database,
  symbol: Symbol,
  network: string,
  given: Partial<Place> = {},
): Promise<Place> {
  made += 1
  const place = {
    user: given.user ?? (await makeProvenUser(db)),
    address: given.address ?? `0x${(0xabc000 + made).toString(16).padStart(40, '0')}`,
    legacyAddress: given.legacyAddress ?? null,
    tag: given.tag ?? null,
  }
  await sql`
    insert into coin_addresses (user_id, asset_id, network, address, legacy_address, tag)
    values (${place.user}, ${assetIds[symbol]}, ${network}, ${place.address},
      ${place.legacyAddress}, ${place.tag})`.execute(db.read)
  return place
}

type Deposit = Readonly<{
  address: string
  tag?: string | null
  assetId: string
  amount: string
  /** The deprecated number beside it, in the form that custody sends. */
  number?: string
  createdAt?: number
  txHash?: string
  index?: number
  note?: string
  createdBy?: string
  sourceType?: string
  statuses?: readonly string[]
  versions?: readonly (1 | 2)[]
}>

/** Makes custody receive coins and report them; returns its id of the transaction. */
export async function depositCoins(tukar: Tukar, { tag, ...deposit }: Deposit): Promise<string> {
  const body = { ...deposit, ...(tag === undefined || tag === null ? {} : { tag }) }
  const answer = await tukar.control('POST', '/custody/deposits', body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.id
}

/** A transaction in custody's format, for hand-written events. */
export const transactionOf = (change: Readonly<Record<string, unknown>> = {}) => ({
  id: 'custody-1',
  externalTxId: null,
  status: 'COMPLETED',
  subStatus: '',
  txHash: `hash-${change['id'] ?? 'custody-1'}`,
  operation: 'TRANSFER',
  note: '',
  assetId: 'ETH',
  assetType: 'BASE_ASSET',
  source: { type: 'UNKNOWN', id: '', name: 'External' },
  destination: { type: 'VAULT_ACCOUNT', id: '7', name: 'Vault 7' },
  destinationAddress: '0x0',
  destinationTag: '',
  amountInfo: { amount: '1' },
  amount: 1,
  createdAt: 1_795_000_000_000,
  lastUpdated: 1_795_000_000_000,
  createdBy: '',
  index: 0,
  ...change,
})

/** Builds a transaction as custody lists it. */
export function listed(change: Parameters<typeof transactionOf>[0]): Listed {
  const text = JSON.stringify(transactionOf(change))
  const written = parse(text, null, (digits) => digits)
  const transaction = TransactionObject.parse(written)
  return { transaction, createdAtMs: transaction.createdAtMs, written }
}

/** Lists transactions as custody does, too many for its emulator to make one by one. */
export const listing = (list: readonly Listed[]): Pick<Custody, 'listTransactions'> => ({
  listTransactions: ({ createdAfterMs, limit }) => {
    const after = list.filter(({ createdAtMs }) => (createdAtMs ?? 0) > createdAfterMs)
    return Promise.resolve({ kind: 'accepted', value: after.slice(0, limit) })
  },
})

let events = 0

/** Sends an event again while it is refused as busy, as custody does. */
export const deliverCustody = (
  ...event: Parameters<typeof sendCustody>
): ReturnType<typeof sendCustody> => untilAccepted(() => sendCustody(...event))

/** Sends an event with custody's signature; returns the service's response. */
export async function sendCustody(
  tukar: Tukar,
  data: unknown,
  { version = 2, type }: Readonly<{ version?: 1 | 2; type?: string }> = {},
): Promise<Readonly<{ status: number; body: string }>> {
  events += 1
  const event =
    version === 1
      ? { type: type ?? 'TRANSACTION_STATUS_UPDATED', tenantId: 't', timestamp: events, data }
      : {
          id: `event-${process.pid}-${events}`,
          eventType: type ?? 'transaction.status.updated',
          workspaceId: 'w',
          createdAt: events,
          data,
        }
  const body = JSON.stringify(event)
  return (await tukar.control('POST', '/custody/events', { version, body })).body
}

/** Each user's balance of a coin, in units. */
export async function unitsOf(db: Database, user: UserId, symbol: Symbol): Promise<bigint> {
  return (await readBalances(db, user)).get(assetIds[symbol])?.available ?? 0n
}
