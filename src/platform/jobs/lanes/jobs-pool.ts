import pg from 'pg'

type Given = Parameters<pg.Pool['connect']>[0]

/**
 * The pool of the job library. Each lane of it asks for a session that listens for new jobs, under
 * this name, and never gets one: lanes are woken by signals and looks.
 */
export class JobsPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(given: Given): void
  override connect(given?: Given): Promise<pg.PoolClient> | undefined {
    if (given === undefined) return super.connect()
    if (given.name !== 'listenForChanges') super.connect(given)
    return undefined
  }
}
