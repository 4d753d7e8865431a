/** Follows the market; everybody may. */
import { createTukar } from '@tukar/client'

const tukar = createTukar({ url: process.env['TUKAR_URL'] ?? 'http://127.0.0.1:3000' })
const query = { symbols: process.argv[2] ?? 'BTC_IDR,ETH_IDR' }
const ticker = ({ txPair, price }: { txPair: string; price: string | null }) =>
  console.log(txPair, price)
await tukar.stream('/api/stream/market', { ticker }, { query }).ended
