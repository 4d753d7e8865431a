import pg from 'pg'
import { integerOf } from '../../../base/values/integers.ts'
import { afterFailure } from './errors.ts'

export type BoundValue = string | Buffer | null

/** The columns of a result, with the reader of each one's values. */
type Description = Readonly<{
  fields: readonly pg.FieldDef[]
  readers: readonly ((text: string) => unknown)[]
}>

/** What one connection knows of a prepared statement. */
export type Prepared = {
  readonly name: string
  /** `uncertain` after a failure: the server may know the name or not. */
  state: 'new' | 'sent' | 'uncertain'
  /** Null until a first result was described. */
  description: Description | null
}

export type StatementResult = Readonly<{
  command: string
  rowCount: number
  rows: readonly Record<string, unknown>[]
  fields: readonly pg.FieldDef[]
}>

export type GroupedStatement = Readonly<{
  text: string
  values: BoundValue[]
  /** Null if the statement is not prepared under a name. */
  prepared: Prepared | null
  resolve: (result: StatementResult) => void
  reject: (error: unknown) => void
}>

type TypeParsers = pg.CustomTypesConfig['getTypeParser']

const noDescription: Description = { fields: [], readers: [] }

/**
 * Statements that leave together and end with one Sync message, so that the server sends all of
 * their results at once: a Sync after each costs a system call and a message on both sides. The
 * first failure of a group skips its later statements. Outside of a transaction a group must be a
 * single statement, since the server runs a group as one.
 *
 * It is a query of the driver's own class, the only one that the pipeline mode accepts.
 */
export class StatementGroup extends pg.Query {
  readonly #statements: readonly GroupedStatement[]
  readonly #parsers: TypeParsers
  readonly #results: (StatementResult | Unread)[] = []
  #rows: Record<string, unknown>[] = []
  #description: Description | null = null
  #unread: Unread | null = null

  constructor(statements: readonly GroupedStatement[], parsers: TypeParsers) {
    super('')
    this.#statements = statements
    this.#parsers = parsers
  }

  /** The driver wraps it to stop its timer. */
  callback: (error: unknown) => void = () => undefined

  override readonly submit = (connection: pg.Connection): void => {
    for (const { text, values, prepared } of this.#statements) {
      const name = prepared?.name ?? ''
      if (prepared === null || prepared.state !== 'sent') {
        if (prepared?.state === 'uncertain') connection.close({ type: 'S', name }, true)
        connection.parse({ name, text, types: [] }, true)
        if (prepared !== null) prepared.state = 'sent'
      }
      connection.bind({ statement: name, values }, true)
      if (prepared === null || prepared.description === null) {
        connection.describe({ type: 'P' }, true)
      }
      connection.execute({}, true)
    }
    connection.sync()
  }

  handleRowDescription({ fields }: Readonly<{ fields: readonly pg.FieldDef[] }>): void {
    const readers = fields.map(({ dataTypeID }) => this.#parsers(dataTypeID, 'text'))
    this.#description = { fields, readers }
  }

  handleDataRow({ fields: texts }: Readonly<{ fields: readonly (string | null)[] }>): void {
    const { fields, readers } = this.#described()
    const row: Record<string, unknown> = {}
    try {
      for (let at = 0; at < fields.length; at += 1) {
        const [field, read, text = null] = [fields[at], readers[at], texts[at]]
        if (field !== undefined) row[field.name] = text === null ? null : read?.(text)
      }
      this.#rows.push(row)
    } catch (error) {
      this.#unread ??= new Unread(error)
    }
  }

  handleCommandComplete({ text }: Readonly<{ text: string }>): void {
    const description = this.#described()
    const prepared = this.#statements[this.#results.length]?.prepared ?? null
    if (prepared !== null) prepared.description ??= description
    const { fields } = description
    this.#results.push(this.#unread ?? { ...parseTag(text), rows: this.#rows, fields })
    this.#rows = []
    this.#description = null
    this.#unread = null
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  /** Only now is a statement outside of a transaction committed. */
  handleReadyForQuery(): void {
    this.callback(null)
    this.#settle(this.#results.length)
  }

  /** Called once, with the failure of a statement or of the connection. */
  handleError(error: unknown): void {
    this.callback(error)
    // A failure after the last result is one of its commit.
    const failed = Math.min(this.#results.length, this.#statements.length - 1)
    this.#settle(failed)
    const isOfServer = error instanceof pg.DatabaseError
    for (const [at, { prepared, reject }] of this.#statements.entries()) {
      if (at < failed) continue
      if (prepared !== null && prepared.description === null) prepared.state = 'uncertain'
      reject(at > failed && isOfServer ? afterFailure(error) : error)
    }
  }

  /** The description of the statement whose result arrives. */
  #described(): Description {
    const { prepared = null } = this.#statements[this.#results.length] ?? {}
    return this.#description ?? prepared?.description ?? noDescription
  }

  #settle(count: number): void {
    for (const [at, { resolve, reject }] of this.#statements.entries()) {
      const result = this.#results[at]
      if (at >= count || result === undefined) return
      if (result instanceof Unread) reject(result.error)
      else resolve(result)
    }
  }
}

/** A command tag, such as `INSERT 0 5`, `COMMIT` or `LOCK TABLE`. */
const tags = /^([A-Z]*)(?:.* (\d+))?/

function parseTag(tag: string): Pick<StatementResult, 'command' | 'rowCount'> {
  const [, command = '', rows = '0'] = tags.exec(tag) ?? []
  return { command, rowCount: integerOf(rows) }
}

/** A result with a value that its reader refused. */
class Unread {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}
