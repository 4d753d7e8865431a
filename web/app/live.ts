import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readAgain } from '../ui/read-again.ts'
import { followTogether } from '../ui/shared-stream.ts'
import type { Subject } from './data.ts'
import { useTukar } from './tukar.tsx'

/** What has changed; `all` after events may have been missed. */
type Changed = readonly Subject[] | 'all'

/**
 * Follows the changes of the user's data while one is signed in. An event makes the queries of its
 * subject out of date, so the screen that shows them reads them again.
 */
export function useLiveData(): void {
  const { tukar, isSignedIn } = useTukar()
  const queries = useQueryClient()
  useEffect(() => {
    if (!isSignedIn) return queries.clear()
    return followTogether<Changed>({
      name: 'tukar.user',
      wants: [],
      open: (_wants, send) =>
        tukar.stream(
          '/api/stream',
          {
            order: () => send(['orders']),
            deposit: () => send(['transfers']),
            withdrawal: () => send(['transfers']),
            balance: () => send(['coins']),
            // A message may say that the identity is verified.
            message: () => send(['messages', 'me']),
          },
          { readAgain: () => send('all') },
        ),
      receive: (changed) => {
        if (changed === 'all') void readAgain(queries)
        else for (const subject of changed) void readAgain(queries, subject)
      },
      onReturn: () => void readAgain(queries),
    })
  }, [tukar, isSignedIn, queries])
}
