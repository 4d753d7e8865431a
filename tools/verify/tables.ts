import type { BalanceRow } from './accounts.ts'
import { Findings } from './finding.ts'
import { Holds } from './holds.ts'
import { type KeptLink, keptOf, linkReader } from './links.ts'
import { type Seal, sealReader } from './seals.ts'
import { bytesOf, cellReader, microsOf, type Source, type TakeLine } from './source.ts'

/** What is read before postings and moves: everything that does not grow with them. */
export type Tables = {
  readonly findings: Findings
  readonly links: KeptLink[]
  readonly seals: Seal[]
  readonly keys: Map<string, Buffer>
  readonly holds: Holds
  readonly balances: BalanceRow[]
  readonly house: Map<string, bigint>
  readonly detached: DetachedSum[]
  /** Open orders and withdrawals, as `order:123`. */
  readonly owners: Set<string>
  /** Moves of transactions below this one are in the house balances. */
  horizon: number
  /** The newest time in the tables: that of the snapshot, nearly. */
  nowMicros: number
  /** The first posting ids of the partitions of moves, by table. */
  readonly partitions: Map<string, number>
}

export type DetachedSum = Readonly<{ kind: number; user: string; asset: string; units: bigint }>

/** The statuses in which money is frozen. */
const openOrder = 'CREATE'
const openWithdrawals: readonly (string | null)[] = ['PENDING_APPROVAL', 'PROCESSING', 'SUBMITTED']

type Read = (tables: Tables, table: string, columns: readonly string[]) => TakeLine

const readers: Readonly<Record<string, Read>> = {
  'public.ledger_links': (tables, table, columns) => {
    const read = linkReader(table, columns)
    return (line) => {
      const link = keptOf(read(line))
      tables.links.push(link)
      note(tables, link.at)
    }
  },
  'public.ledger_seals': (tables, table, columns) => {
    const read = sealReader(table, columns)
    return (line) => void tables.seals.push(read(line))
  },
  'public.ledger_seal_keys': (tables, table, columns) => {
    const read = cellReader(table, columns, ['id', 'public_key'])
    return (line) => {
      const [id, key] = read(line)
      tables.keys.set(id ?? '', bytesOf(key ?? null))
    }
  },
  'public.holds': ({ holds }, table, columns) => holds.reader(table, columns),
  'public.balances': ({ balances }, table, columns) => {
    const read = cellReader(table, columns, ['user_id', 'asset_id', 'available', 'locked'])
    return (line) => {
      const [user = null, asset = null, available = null, locked = null] = read(line)
      balances.push({
        user: user ?? '',
        asset: asset ?? '',
        available: available ?? '',
        locked: locked ?? '',
      })
    }
  },
  'public.house_balances': ({ house }, table, columns) => {
    const read = cellReader(table, columns, ['kind', 'asset_id', 'units'])
    return (line) => {
      const [kind, asset, units] = read(line)
      house.set(`${kind}:${asset}`, BigInt(units ?? '0'))
    }
  },
  'public.house_horizon': (tables, table, columns) => {
    const read = cellReader(table, columns, ['tx'])
    return (line) => {
      tables.horizon = Number(read(line)[0])
    }
  },
  'public.detached_sums': ({ detached }, table, columns) => {
    const read = cellReader(table, columns, ['kind', 'user_id', 'asset_id', 'units'])
    return (line) => {
      const [kind, user, asset, units] = read(line)
      const sum = { kind: Number(kind), user: user ?? '', asset: asset ?? '' }
      detached.push({ ...sum, units: BigInt(units ?? '0') })
    }
  },
  'public.orders': ({ owners }, table, columns) => {
    const read = cellReader(table, columns, ['order_no', 'status'])
    return (line) => {
      const [id, status] = read(line)
      if (status === openOrder) owners.add(`order:${id}`)
    }
  },
  'public.withdrawals': ({ owners }, table, columns) => {
    const read = cellReader(table, columns, ['request_id', 'status'])
    return (line) => {
      const [id, status = null] = read(line)
      if (openWithdrawals.includes(status)) owners.add(`withdrawal:${id}`)
    }
  },
  'public.audits': (tables, table, columns) => {
    const read = cellReader(table, columns, ['at'])
    return (line) => note(tables, Number(microsOf(read(line)[0] ?? null)))
  },
}

function note(tables: Tables, micros: number): void {
  tables.nowMicros = Math.max(tables.nowMicros, micros)
}

const partition = /^(?:public|detached)\.moves_(\d+)$/

/** Reads all tables but postings and moves. Throws if the ledger's tables are missing. */
export async function readTables(source: Source): Promise<Tables> {
  const findings = new Findings()
  const tables: Tables = {
    findings,
    links: [],
    seals: [],
    keys: new Map(),
    holds: new Holds(findings),
    balances: [],
    house: new Map(),
    detached: [],
    owners: new Set(),
    horizon: 0,
    nowMicros: 0,
    partitions: new Map(),
  }
  const missing = new Set(Object.keys(readers))
  await source.scan((table, columns) => {
    missing.delete(table)
    const found = partition.exec(table)
    if (found !== null) tables.partitions.set(table, Number(found[1]))
    return readers[table]?.(tables, table, columns) ?? null
  })
  if (missing.size > 0) throw new Error(`no ledger with seals: it lacks ${[...missing].join(', ')}`)
  return tables
}
