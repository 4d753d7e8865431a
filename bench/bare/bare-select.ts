import { pino } from 'pino'
import { connectDatabase } from '../../src/core/database/database.ts'

/**
 * The minimum cost of reading a user's balances: one indexed statement each over the service's own
 * driver and pool, by this number of concurrent callers, without HTTP.
 */
const count = Number(process.argv[2] ?? '0')
const users = Number(process.argv[3] ?? '0')
const atOnce = Number(process.argv[4] ?? '0')
const db = connectDatabase({
  url: process.env['DATABASE_URL'] ?? '',
  log: pino({ level: 'error' }),
})
const text = 'select asset_id, available, locked from balances where user_id = $1'
let asked = 0
async function ask(): Promise<void> {
  while (asked < count) {
    asked += 1
    await db.pool.query(text, [1 + (asked % users)])
  }
}
const readTogether = () => Promise.all(Array.from({ length: atOnce }, ask))
await readTogether()
asked = 0
const startedMs = performance.now()
await readTogether()
process.stdout.write(`${(count * 1_000) / (performance.now() - startedMs)}\n`)
await db.close()
