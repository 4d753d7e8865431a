import type { Database } from '../../src/core/database/database.ts'
import type { BackedUpPostgres } from '../make/pgbackrest.ts'
import type { Node } from './node.ts'
import type { Providers } from './providers.ts'
import type { Counter } from './rupiah.ts'
import type { Withdrawer } from './withdrawers.ts'

/** A payment to a user's virtual account. */
type Paid = Readonly<{ user: number; rupiah: number }>

/** A service whose database is restored, and all payments to its users. */
export type Drill = Counter &
  Readonly<{
    postgres: BackedUpPostgres
    providers: Providers
    db: Database
    nodes: readonly [Node, Node]
    payers: readonly Withdrawer[]
    savers: readonly Withdrawer[]
    paid: Paid[]
  }>
