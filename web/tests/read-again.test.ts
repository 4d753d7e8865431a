import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { readAgain } from '../ui/read-again.ts'

test('a change during the first reading of a page is read as well', async (t) => {
  const queries = new QueryClient()
  let balance = 'before'
  let reads = 0
  const firstRead = Promise.withResolvers<void>()
  const queryFn = async () => {
    const answer = balance
    reads += 1
    if (reads === 1) await firstRead.promise
    return answer
  }
  const observer = new QueryObserver(queries, { queryKey: ['coins'], queryFn })
  t.after(observer.subscribe(() => {}))
  balance = 'after'
  const again = readAgain(queries, 'coins')
  firstRead.resolve()
  await again
  assert.equal(observer.getCurrentResult().data, 'after')
})
