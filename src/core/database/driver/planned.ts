/// <reference path="./driver-values.d.ts" />
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { Clock } from '../../../base/clock.ts'
import { agingCache } from '../../../base/concurrency/cache.ts'
import { sha256 } from '../../../base/secrets/crypto.ts'
import { databaseLimits } from '../database-limits.ts'
import { isOutdatedPlan } from './errors.ts'
import {
  type BoundValue,
  type GroupedStatement,
  type Prepared,
  StatementGroup,
  type StatementResult,
} from './statement-group.ts'
import { getTypeParser } from './type-parsers.ts'

const ends: ReadonlySet<string> = new Set(['commit', 'rollback'])

type PlanNames = Readonly<{
  /** Returns the name under which to prepare a text; undefined unless it is frequent. */
  nameOf: (text: string) => string | undefined
  /** After a table changed under a cached plan, the text gets another name and is planned again. */
  rename: (text: string, name: string) => void
}>

function planNames(clock: Pick<Clock, 'monotonicMs'>): PlanNames {
  /**
   * The names of prepared statements by their text. A text with inlined values occurs once and gets
   * no name.
   */
  const names = new Map(['begin', ...ends].map((text) => [text, text]))
  /**
   * The uses of other texts. A text is frequent by its uses within a short time: over days any text
   * is used often, and each connection keeps the plan of every name.
   */
  const counts = agingCache<number>({
    entries: databaseLimits.planned.counted,
    maxAgeMs: databaseLimits.planned.withinMs,
    clock,
  })
  return {
    nameOf: (text) => {
      const known = names.get(text)
      if (
        known !== undefined ||
        names.size >= databaseLimits.planned.texts ||
        text.length < databaseLimits.planned.leastChars
      ) {
        return known
      }
      const times = (counts.get(text) ?? 0) + 1
      if (times < databaseLimits.planned.afterTimes) {
        counts.set(text, times, { noUpdateTTL: true })
        return undefined
      }
      counts.delete(text)
      const name = nameFrom(text)
      names.set(text, name)
      return name
    },
    rename: (text, name) => {
      if (names.get(text) === name) names.set(text, nameFrom(name))
    },
  }
}

const nameFrom = (text: string): string => sha256(text).toString('hex').slice(0, 32)

/** Rows carry PostgreSQL's description of their columns, which Kysely does not pass on. */
const described = Symbol('fields')
type Described = Readonly<{ [described]?: readonly pg.FieldDef[] }>

/** Returns PostgreSQL's description of the columns of rows that a statement returned. */
export function plannedFieldsOf(rows: readonly unknown[] & Described): readonly pg.FieldDef[] {
  const fields = rows[described]
  if (fields === undefined) throw new TypeError('these rows have no description of their columns')
  return fields
}

/**
 * Wraps a pool so that each connection plans a frequent statement once: planning a statement over
 * sets costs the database as much as running it.
 */
export function planning(pool: pg.Pool, clock: Pick<Clock, 'monotonicMs'>): PostgresPool {
  const names = planNames(clock)
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known !== undefined) return known
      const made = new PlanningClient(client, names)
      clients.set(client, made)
      return made
    },
    end: () => pool.end(),
  }
}

class PlanningClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #names: PlanNames
  readonly #prepared = new Map<string, Prepared>()
  /** Statements of this tick, which leave together. */
  #leaving: GroupedStatement[] = []
  #isInTransaction = false

  constructor(client: pg.PoolClient, names: PlanNames) {
    this.#client = client
    this.#names = names
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query(): never
  async query(text?: string, values: readonly unknown[] = []): Promise<unknown> {
    if (typeof text !== 'string') throw new TypeError('cursors are not supported')
    // Only without values can a text have several statements.
    if (values.length === 0 && text.includes(';')) return this.#querySimply(text)
    const name = this.#names.nameOf(text)
    try {
      const result = await this.#send(text, values.map(prepareValue), name)
      Object.defineProperty(result.rows, described, { value: result.fields })
      return result
    } catch (error) {
      if (name !== undefined && isOutdatedPlan(error)) this.#names.rename(text, name)
      throw error
    }
  }

  #send(text: string, values: BoundValue[], name: string | undefined): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      const prepared = name === undefined ? null : this.#preparedAs(name)
      if (this.#leaving.length === 0) process.nextTick(() => this.#flush())
      this.#leaving.push({ text, values, prepared, resolve, reject })
    })
  }

  #preparedAs(name: string): Prepared {
    const known = this.#prepared.get(name)
    if (known !== undefined) return known
    const made: Prepared = { name, state: 'new', description: null }
    this.#prepared.set(name, made)
    return made
  }

  /** A group ends with its transaction; outside of one, each statement is a group. */
  #flush(): void {
    const { stream } = this.#client.connection
    stream.cork()
    let group: GroupedStatement[] = []
    for (const statement of this.#leaving.splice(0)) {
      group.push(statement)
      if (statement.text === 'begin') this.#isInTransaction = true
      else if (ends.has(statement.text)) this.#isInTransaction = false
      if (this.#isInTransaction) continue
      this.#client.query(new StatementGroup(group, getTypeParser))
      group = []
    }
    if (group.length > 0) this.#client.query(new StatementGroup(group, getTypeParser))
    stream.uncork()
  }

  #querySimply(text: string): Promise<unknown> {
    this.#flush()
    return this.#client.query(text)
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }
}
