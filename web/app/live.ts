import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readAgain } from '../ui/read-again.ts'
import { useMe } from './data.ts'
import { followLive } from './live-stream.ts'
import { isUnverified } from './lock/has-no-lock.ts'
import { useTukar } from './tukar.tsx'

/**
 * Follows the changes of the user's data while one is signed in. An event makes the queries of its
 * subject out of date, so the screen that shows them reads them again.
 */
export function useLiveData(): void {
  const { tukar, isSignedIn } = useTukar()
  const queries = useQueryClient()
  const { isPending, error } = useMe()
  // The service refuses the stream for good if the address is not confirmed.
  const mayFollow = !isPending && !isUnverified(error)
  useEffect(() => {
    if (!isSignedIn) return queries.clear()
    if (!mayFollow) return
    return followLive(
      { tukar, isSignedIn },
      {
        pairs: [],
        receive: (news) => {
          if (news.kind !== 'changed') return
          if (news.subjects === 'all') void readAgain(queries)
          else for (const subject of news.subjects) void readAgain(queries, subject)
        },
        onReturn: () => void readAgain(queries),
      },
    )
  }, [tukar, isSignedIn, mayFollow, queries])
}
