import pg from 'pg'

type Given = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

/**
 * A pool that tolerates double releases. The job library may release its listening session twice:
 * if it ends while its `listen` is unanswered, and the session is then lost. A pool throws at the
 * second release, and the library leaves that rejection unhandled, which would end this process.
 */
export class JobsPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(given: Given): void
  override connect(given?: Given): Promise<pg.PoolClient> | undefined {
    if (given === undefined) return super.connect()
    super.connect((error, client, release) => {
      // Without a client there is nothing to release.
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
