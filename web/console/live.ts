import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client/operator'
import { useEffect } from 'react'
import { readAgain } from '../ui/read-again.ts'
import { operators } from './session.ts'

type QueueCounts = components['schemas']['QueueCounts']

const queuesKey = ['queues'] as const

/** What shows items of several lists, and is out of date if any of them changes. */
const summaries = ['overview', 'approvals']

/**
 * Follows what changes for operators. An event makes the queries of its list out of date, so the
 * page that shows it reads it again. A page reads its data while the first connection opens, so
 * only a later connection has it read again: reads of persons' data are audited.
 */
export function useLive(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let connections = 0
    let isCounted = false
    const outdate = (...subjects: readonly string[]) => {
      for (const subject of subjects) void readAgain(queries, subject)
    }
    const stream = operators.stream(
      '/operator/api/stream',
      {
        alert: () => outdate('alerts'),
        queues: (counts) => {
          queries.setQueryData(queuesKey, counts)
          // The first counts of a connection are no news.
          if (isCounted) outdate(...summaries)
          isCounted = true
        },
        changed: ({ list }) => outdate(list, ...summaries),
      },
      () => {
        connections += 1
        isCounted = false
        if (connections === 1) void queries.invalidateQueries({ refetchType: 'none' })
        else void readAgain(queries)
      },
    )
    return stream.close
  }, [queries])
}

/** How many items of each list wait for an operator; undefined until the stream reports it. */
export const useQueueCounts = (): QueueCounts | undefined =>
  useQuery<QueueCounts>({ queryKey: queuesKey, enabled: false }).data
