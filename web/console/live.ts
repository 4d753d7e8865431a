import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client/operator'
import { useEffect } from 'react'
import { operators } from './session.ts'

type QueueCounts = components['schemas']['QueueCounts']

const queuesKey = ['queues'] as const

/** What shows items of several lists, and is out of date if any of them changes. */
const summaries = ['overview', 'approvals']

/**
 * Follows what changes for operators. An event makes the queries of its list out of date, so the
 * page that shows it reads it again.
 */
export function useLive(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const outdate = (...subjects: readonly string[]) => {
      for (const subject of subjects) void queries.invalidateQueries({ queryKey: [subject] })
    }
    const stream = operators.stream(
      '/operator/api/stream',
      {
        alert: () => outdate('alerts'),
        queues: (counts) => {
          queries.setQueryData(queuesKey, counts)
          outdate(...summaries)
        },
        changed: ({ list }) => outdate(list, ...summaries),
      },
      () => void queries.invalidateQueries(),
    )
    return stream.close
  }, [queries])
}

/** How many items of each list wait for an operator; undefined until the stream has said so. */
export const useQueueCounts = (): QueueCounts | undefined =>
  useQuery<QueueCounts>({ queryKey: queuesKey, enabled: false }).data
