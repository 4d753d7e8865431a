import { Accounts, moveOf } from './accounts.ts'
import { moveReader, postingReader, type Row } from './columns.ts'
import { type Case, explain } from './explain.ts'
import type { Findings } from './finding.ts'
import { Chain, type KeptLink, type Link, linkReader } from './links.ts'
import { Seals } from './seals.ts'
import { moveKind, postingKind, Segments } from './segments.ts'
import type { Source } from './source.ts'
import { readTables, type Tables } from './tables.ts'

export type Options = Readonly<{
  /** Seals that were kept outside of the database, as `/.well-known/ledger-seals.json` has them. */
  keptSeals: string | null
  /** The age in seconds at which postings must have a link. */
  linkedSeconds: number
}>

export type Outcome = Readonly<{ findings: Findings; notes: readonly string[] }>

/** How many links are explained row by row. */
const mostExplained = 100

/** Checks a ledger; memory grows with its accounts, holds and links, and not with its moves. */
export async function verifyLedger(source: Source, options: Options): Promise<Outcome> {
  const tables = await readTables(source)
  const run = new Run(source, tables)
  await run.readPostings()
  await run.readMoves()
  const kept = await run.finish(options)
  return { findings: tables.findings, notes: [...run.notes(), ...kept] }
}

class Run {
  readonly #source: Source
  readonly #tables: Tables
  readonly #chain: Chain
  readonly #seals: Seals
  readonly #postings: Segments
  readonly #moves: Segments
  readonly #accounts: Accounts
  /** Postings after the last link, with their times. */
  readonly #unlinked = new Map<number, number>()
  readonly #counts = { postings: 0, moves: 0, notPresent: 0 }
  /** Moves of postings from these on are in the table, or in a detached partition. */
  readonly #firstKept: number
  readonly #firstPresent: number

  constructor(source: Source, tables: Tables) {
    this.#source = source
    this.#tables = tables
    this.#chain = new Chain(tables.links)
    this.#seals = new Seals(tables.seals, this.#chain, tables.findings)
    this.#postings = new Segments(this.#chain, postingKind)
    this.#moves = new Segments(this.#chain, moveKind)
    this.#accounts = new Accounts(tables.findings, tables.horizon)
    const all = [...tables.partitions]
    const kept = all.filter(([table]) => table.startsWith('public.'))
    this.#firstKept = Math.min(...kept.map(([, from]) => from))
    this.#firstPresent = Math.min(...all.map(([, from]) => from))
  }

  readPostings(): Promise<void> {
    const { holds } = this.#tables
    return this.#source.scan((table, columns) => {
      if (table !== 'public.postings') return null
      const read = postingReader(table, columns)
      return (line) => {
        const row = read(line)
        const at = row.cells[3] ?? ''
        this.#counts.postings += 1
        this.#tables.nowMicros = Math.max(this.#tables.nowMicros, Number(at))
        holds.posting(row.id, row.key, at)
        if (!this.#postings.add(row)) this.#unlinked.set(row.id, Number(at))
      }
    })
  }

  readMoves(): Promise<void> {
    const { holds, findings } = this.#tables
    return this.#source.scan((table, columns) => {
      if (!this.#tables.partitions.has(table)) return null
      const isKept = table.startsWith('public.')
      const read = moveReader(table, columns)
      return (line) => {
        const row = read(line)
        const move = moveOf(row)
        this.#counts.moves += 1
        holds.move(move)
        this.#seals.move(move)
        if (isKept) this.#accounts.add(move)
        if (this.#moves.add(row) || this.#unlinked.has(row.id)) return
        findings.add('moves', `posting ${row.id}, line ${row.line}`, 'it belongs to no posting')
      }
    })
  }

  async finish({ keptSeals, linkedSeconds }: Options): Promise<readonly string[]> {
    const { holds, owners, house, keys, nowMicros } = this.#tables
    const isPresent = (link: KeptLink) => link.above + 1 >= this.#firstPresent
    this.#postings.end()
    this.#moves.end(isPresent)
    this.#counts.notPresent = this.#chain.links.filter((link) => !isPresent(link)).length
    await this.#explain(isPresent)
    this.#checkUnlinked(linkedSeconds)
    this.#compareBalances()
    this.#accounts.compareHouse(house)
    holds.end(this.#firstPresent === 0, this.#source.lastValue('holds_id_seq'))
    holds.compareOwners(owners)
    this.#seals.end(keys, this.#firstPresent, nowMicros)
    if (keptSeals === null) return []
    const count = await this.#seals.compareKept(keptSeals)
    return [`${count} seals that were kept outside were compared`]
  }

  #compareBalances(): void {
    const { findings, balances, detached, holds } = this.#tables
    const sums = new Map<string, bigint>()
    for (const { kind, user, asset, units } of detached) {
      this.#accounts.addDetached(kind, user, asset, units)
      sums.set(asset, (sums.get(asset) ?? 0n) + units)
    }
    for (const [asset, sum] of sums) {
      if (sum === 0n) continue
      findings.add('detached_sums.units', `asset ${asset}`, `they sum to ${sum}, and not to zero`)
    }
    const locked = new Map<string, bigint>()
    for (const balance of balances) {
      this.#accounts.compare(balance)
      locked.set(`${balance.user}:${balance.asset}`, BigInt(balance.locked))
    }
    this.#accounts.endBalances()
    holds.compareLocked(locked)
  }

  #checkUnlinked(linkedSeconds: number): void {
    const { findings, nowMicros } = this.#tables
    const late = [...this.#unlinked].filter(
      ([id, at]) => id <= this.#chain.upto || at < nowMicros - linkedSeconds * 1_000_000,
    )
    const [first] = late
    if (first === undefined) return
    const last = late.at(-1) ?? first
    const why = 'no link covers them: a link is missing, or postings were inserted'
    findings.add('ledger_links', `postings ${first[0]} to ${last[0]} (${late.length})`, why)
  }

  /** Reads links that do not fit once more, with their rows, and names what was changed. */
  async #explain(isPresent: (link: KeptLink) => boolean): Promise<void> {
    const all = [
      ...new Set([...this.#chain.broken(), ...this.#postings.differing, ...this.#moves.differing]),
    ].sort((a, b) => a - b)
    if (all.length === 0) return
    const { findings } = this.#tables
    const cases = new Cases(this.#chain, all.slice(0, mostExplained))
    await this.#source.scan((table, columns) => cases.begin(table, columns))
    for (const { link, ...rows } of cases.list()) {
      const kept = this.#chain.links[rows.at]
      if (kept === undefined) continue
      const successor = this.#chain.links[rows.at + 1]?.previous
      const stated = new Set([
        ...(successor === undefined ? [] : [successor]),
        ...this.#seals.stated(link.id),
      ])
      explain(this.#chain, { ...rows, link, stated, hasMoves: isPresent(kept) }, findings)
    }
    for (const at of all.slice(mostExplained)) {
      findings.add('ledger_links', `link ${this.#chain.links[at]?.id}`, 'it does not fit its rows')
    }
  }

  notes(): readonly string[] {
    const { postings, moves, notPresent } = this.#counts
    const { seals } = this.#seals
    const { links } = this.#chain
    const newest = seals.at(-1)
    return [
      `${postings} postings, ${moves} moves, ${links.length} links, ${seals.length} seals`,
      newest === undefined
        ? 'no day is sealed yet'
        : `the newest seal is of ${newest.day}, by key ${newest.key}`,
      ...(this.#unlinked.size === 0
        ? []
        : [`${this.#unlinked.size} postings have no link yet: changes of them are not found`]),
      ...(notPresent === 0
        ? []
        : [
            `${notPresent} links up to posting ${this.#firstPresent}: their moves are detached, ` +
              'not present, and were not checked',
          ]),
      ...(this.#firstKept === this.#firstPresent ? [] : ['detached partitions were checked too']),
    ]
  }
}

type Rows = Omit<Case, 'link' | 'hasMoves' | 'stated'>

/** Gathers some links and the rows that they should cover. */
class Cases {
  readonly #ranges: readonly Readonly<{ above: number; upto: number; rows: Rows; id: number }>[]
  readonly #links = new Map<number, Link>()

  constructor(chain: Chain, places: readonly number[]) {
    this.#ranges = places.flatMap((at) => {
      const kept = chain.links[at]
      if (kept === undefined) return []
      const expected = chain.expected(at)
      const follows = expected.id === kept.id
      const rows = { at, postings: [], moves: [] }
      return [
        {
          id: kept.id,
          above: follows ? expected.above : kept.above,
          upto: follows ? (expected.upto ?? kept.upto) : kept.upto,
          rows,
        },
      ]
    })
  }

  begin(table: string, columns: readonly string[]): ((line: string) => void) | null {
    if (table === 'public.ledger_links') {
      const read = linkReader(table, columns)
      return (line) => {
        const link = read(line)
        if (this.#ranges.some(({ id }) => id === link.id)) this.#links.set(link.id, link)
      }
    }
    const isMoves = /^(?:public|detached)\.moves_\d+$/.test(table)
    if (table !== 'public.postings' && !isMoves) return null
    const read = isMoves ? moveReader(table, columns) : postingReader(table, columns)
    return (line) => {
      const row: Row = read(line)
      for (const { above, upto, rows } of this.#ranges) {
        if (row.id > above && row.id <= upto) rows[isMoves ? 'moves' : 'postings'].push(row)
      }
    }
  }

  list(): readonly (Rows & Readonly<{ link: Link }>)[] {
    return this.#ranges.flatMap(({ id, rows }) => {
      const link = this.#links.get(id)
      return link === undefined ? [] : [{ ...rows, link }]
    })
  }
}
