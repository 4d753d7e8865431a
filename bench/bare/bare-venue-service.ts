/** The service with its emulators, except the venue, which is the stub at VENUE_STUB. */
import { readConfig } from '../../src/platform/config/config.ts'
import { createLog } from '../../src/platform/http/server/log.ts'
import { startService } from '../../src/service.ts'

const read = readConfig(process.env)
if (!read.ok) throw new Error(JSON.stringify(read.problems))
const venue = {
  ...read.config.venue,
  baseUrl: process.env['VENUE_STUB'] ?? '',
  streamUrl: null,
  marketStreamUrl: null,
  prices: false,
}
const config = { ...read.config, sandbox: false, emulators: null, venue }
const service = await startService(config, createLog(config))
process.once('SIGTERM', () => void service.stop())
