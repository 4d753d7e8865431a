import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readAgain } from '../ui/read-again.ts'
import type { Subject } from './data.ts'
import { useTukar } from './tukar.tsx'

/**
 * Follows the changes of the user's data while one is signed in. An event makes the queries of its
 * subject out of date, so the screen that shows them reads them again.
 */
export function useLiveData(): void {
  const { tukar, isSignedIn } = useTukar()
  const queries = useQueryClient()
  useEffect(() => {
    if (!isSignedIn) return queries.clear()
    const outdate = (subject: Subject) => () => void readAgain(queries, subject)
    const stream = tukar.stream(
      '/api/stream',
      {
        order: outdate('orders'),
        deposit: outdate('transfers'),
        withdrawal: outdate('transfers'),
        balance: outdate('coins'),
        message: () => {
          outdate('messages')()
          // A message may say that the identity is verified.
          outdate('me')()
        },
      },
      { readAgain: () => void readAgain(queries) },
    )
    return stream.close
  }, [tukar, isSignedIn, queries])
}
