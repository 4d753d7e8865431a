/** payx's list of the payments that the bench reports, so that each is confirmed as usual. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import {
  ListedTransactions,
  newTransactions,
  pageOf,
  record,
} from '../sandbox/payx/transactions.ts'
import { Refused } from '../sandbox/refused.ts'
import { saved } from '../sandbox/saved.ts'
import { freePort } from '../tests/free-port.ts'
import { callback, newPayments, paidIn } from './callbacks.ts'

export type PayxList = Readonly<{
  /** The base URL of payx, which answers nothing but its list. */
  url: string
  /** Callbacks of new payments, each listed from the moment it is sent. */
  requests: (count: number) => Iterator<Buffer>
  close: () => void
}>

export async function startPayxList(): Promise<PayxList> {
  const transactions = newTransactions(saved(null))
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://payx')
    if (pathname !== '/transactions') return response.writeHead(404).end('{}')
    const listed = ListedTransactions.parse(Object.fromEntries(searchParams))
    response.setHeader('content-type', 'application/json')
    try {
      return response.end(pageOf(transactions, listed))
    } catch (error) {
      // The oldest payments leave the list, maybe between two of its pages.
      if (!(error instanceof Refused)) throw error
      return response.writeHead(error.status).end(JSON.stringify({ error_code: error.code }))
    }
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  function* requests(count: number): Generator<Buffer, void> {
    const from = newPayments(count)
    for (let payment = from; payment < from + count; payment += 1) {
      const { payment_id, external_id, account_number, bank_code, amount } = paidIn(payment)
      record(transactions, {
        product_id: payment_id,
        type: 'PAYMENT',
        status: 'SUCCESS',
        channel_category: 'VIRTUAL_ACCOUNT',
        channel_code: bank_code,
        reference_id: external_id,
        account_identifier: account_number,
        amount: String(amount),
        created: new Date().toISOString(),
      })
      yield callback(payment)
    }
  }
  return { url: `http://127.0.0.1:${port}`, requests, close: () => server.close() }
}
