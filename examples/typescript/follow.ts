/** Follows the orders and balances of the owner of a key. */
import { tukar } from './connect.ts'

const stream = tukar.stream('/api/stream', {
  // After `started`, what happened before is in the lists: read them again.
  start: ({ resumed }) => console.log(resumed ? 'resumed' : 'started'),
  order: ({ order_no, status }) => console.log('order', order_no, status),
  balance: ({ symbol, available }) => console.log('balance', symbol, available),
})
await stream.ended
