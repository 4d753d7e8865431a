import { type ColumnType, type Generated, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

type Created = Generated<Date>

export type Tables = {
  users: { id: Generated<bigint>; email: string; may_trade: Generated<boolean> }
  sessions: { token_digest: Buffer; user_id: bigint; expires_at: Date }
  virtual_accounts: {
    user_id: bigint
    bank_code: string
    account_number: string
    active: Generated<boolean>
  }
  balances: {
    user_id: bigint
    asset: string
    available: Generated<bigint>
    locked: Generated<bigint>
  }
  webhook_events: {
    id: Generated<bigint>
    source: string
    event_key: string
    digest: Buffer
    body: string
  }
  deposits: {
    id: Generated<bigint>
    user_id: bigint
    provider_ref: string
    amount: bigint
    fee: bigint
  }
  postings: { id: Generated<bigint>; key: string; action: string }
  entries: {
    posting_id: bigint
    line: number
    account: string
    user_id: bigint | null
    asset: string
    amount: bigint
    balance_after: bigint | null
  }
  orders: {
    id: Generated<bigint>
    order_no: string
    user_id: bigint
    pair: string
    side: 'BUY' | 'SELL'
    volume: bigint
    price: bigint
    held: bigint
    spent: Generated<bigint>
    executed: Generated<bigint>
    status: 'PENDING' | 'OPEN' | 'DONE' | 'CANCELED' | 'REJECTED'
    venue_order_id: string | null
    created_at: Created
    updated_at: Created
  }
  fills: {
    id: Generated<bigint>
    pair: string
    trade_id: bigint
    order_id: bigint
    volume: bigint
    quote: bigint
    fee: bigint
    traded_at: Date
  }
  notices: {
    id: Generated<bigint>
    user_id: bigint
    kind: string
    data: ColumnType<unknown, string, string>
    created_at: Created
    sent_at: ColumnType<Date | null, never, Date>
  }
}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** Whole numbers of 64 bits are read as bigint. */
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

export function connect(connectionString: string, connections: number): Db {
  const pool = new pg.Pool({ connectionString, max: connections, min: connections })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
