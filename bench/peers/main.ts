/**
 * The credit of a payment and the order of a trader as a textbook implementation: Fastify, Kysely,
 * a pool of connections, and one transaction for each request.
 */
import fastify from 'fastify'
import { mountCredit } from './credit.ts'
import { mountOrder } from './order.ts'
import { mountSettle } from './settle.ts'
import { connect } from './tables.ts'
import { venueAt } from './venue.ts'

const read = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

const db = connect(read('DATABASE_URL'), Number(process.env['POOL'] ?? '32'))
const venue = venueAt(read('VENUE_URL'), 'bench-key', 'bench-secret')
const app = fastify({ keepAliveTimeout: 60_000 })
app.get('/health/live', () => ({ status: 'ok' }))
mountCredit(app, db, read('PAYX_DEPOSIT_TOKEN'))
mountOrder(app, db, venue)
await mountSettle(app, db, read('VENUE_WEBHOOK_SECRET'))
app.addHook('onClose', async () => {
  await venue.close()
  await db.destroy()
})
process.once('SIGTERM', () => void app.close())
await app.listen({ port: Number(read('PORT')), host: '127.0.0.1' })
