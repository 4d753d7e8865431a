import pg from 'pg'
import { pino } from 'pino'

export const silent = pino({ level: 'silent' })

export function databaseUrl(serverUrl: string, name: string): string {
  return serverUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}

/** Extends the connection timeout: the machine is busy with other tests. */
export const patiently = (url: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}connect_timeout=10`

/** Runs statements one after the other on a new connection. */
export const administer = (url: string, ...statements: readonly string[]): Promise<void> =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

/** Runs `work` with a new connection, and closes it. */
export async function withClient(
  url: string,
  work: (client: pg.Client, url: string) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client, url)
  } finally {
    await client.end()
  }
}
