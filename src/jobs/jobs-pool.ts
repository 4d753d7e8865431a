import pg from 'pg'

type Given = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

/**
 * The pool of the job library, which may release the session that it listens on twice: if it ends
 * while its `listen` is unanswered, and the session is then lost. A pool throws at the second
 * release, and the library leaves that rejection unhandled, which would end this process.
 */
export class JobsPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(given: Given): void
  override connect(given?: Given): Promise<pg.PoolClient> | undefined {
    if (given === undefined) return super.connect()
    super.connect((error, client, release) => {
      // Nothing is released where no client was given.
      let isReleased = client === undefined
      given(error, client, (lost) => {
        if (isReleased) return
        isReleased = true
        release(lost)
      })
    })
    return undefined
  }
}
