import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client/operator'
import { useEffect } from 'react'
import { readAgain } from '../ui/read-again.ts'
import { followTogether } from '../ui/shared-stream.ts'
import { useOperator } from './desk.tsx'
import { operators } from './session.ts'

type QueueCounts = components['schemas']['QueueCounts']

const queuesKey = ['queues'] as const

/** What shows items of several lists, and is out of date if any of them changes. */
const summaries = ['overview', 'approvals']

/** Since when there is no connection; null while there is one. */
const lostAtKey = ['lost at'] as const

/** Connections are renewed now and then, which an operator need not notice. */
const graceMs = 3_000

type Changed =
  | Readonly<{ kind: 'missed' }>
  | Readonly<{ kind: 'connection'; connected: boolean; at: string }>
  | Readonly<{ kind: 'queues'; counts: QueueCounts }>
  | Readonly<{ kind: 'lists'; lists: readonly string[] }>

/**
 * Follows what changes for operators, together with the other tabs of this operator. An event makes
 * the queries of its list out of date, so the page that shows it reads it again. A page reads its
 * data while the first connection opens, so only a later connection has it read again: reads of
 * persons' data are audited.
 */
export function useLive(): void {
  const queries = useQueryClient()
  const { id } = useOperator()
  useEffect(() => {
    let isFirst = true
    let isCounted = false
    const connection = watchConnection((lostAt) => queries.setQueryData(lostAtKey, lostAt))
    const outdate = (subjects: readonly string[]) => {
      for (const subject of subjects) void readAgain(queries, subject)
    }
    const receive = (changed: Changed) => {
      if (changed.kind === 'connection') return connection.note(changed.connected, changed.at)
      if (changed.kind === 'missed') {
        isCounted = false
        if (isFirst) void queries.invalidateQueries({ refetchType: 'none' })
        else void readAgain(queries)
      } else if (changed.kind === 'queues') {
        queries.setQueryData(queuesKey, changed.counts)
        // The first counts of a connection are no news.
        if (isCounted) outdate(summaries)
        isCounted = true
      } else outdate(changed.lists)
      isFirst = false
    }
    const leave = followTogether<Changed>({
      name: `tukar.operator.${id}`,
      wants: [],
      open: (_wants, send) =>
        operators.stream(
          '/operator/api/stream',
          {
            alert: () => send({ kind: 'lists', lists: ['alerts'] }),
            queues: (counts) => send({ kind: 'queues', counts }),
            changed: ({ list }) => send({ kind: 'lists', lists: [list, ...summaries] }),
          },
          {
            readAgain: () => send({ kind: 'missed' }),
            onConnected: (connected) =>
              send({ kind: 'connection', connected, at: new Date().toISOString() }),
          },
        ),
      receive,
      stateOf: ({ kind }) => (kind === 'queues' || kind === 'connection' ? kind : null),
      onReturn: () => void readAgain(queries),
    })
    return () => {
      leave()
      connection.end()
    }
  }, [queries, id])
}

/** How many items of each list wait for an operator; undefined until the stream reports it. */
export const useQueueCounts = (): QueueCounts | undefined =>
  useQuery<QueueCounts>({ queryKey: queuesKey, enabled: false }).data

/** Since when the console has no connection to the service; null while it has one. */
export const useLostAt = (): string | null =>
  useQuery<string | null>({ queryKey: lostAtKey, enabled: false }).data ?? null

/** Reports a loss after a moment of grace, or at once if the browser knows of it. */
function watchConnection(report: (lostAt: string | null) => void) {
  let lostAt: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const onOffline = () => report(lostAt ?? new Date().toISOString())
  const onOnline = () => report(lostAt)
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  return {
    note: (connected: boolean, at: string) => {
      clearTimeout(timer)
      lostAt = connected ? null : (lostAt ?? at)
      if (connected) report(null)
      else timer = setTimeout(() => report(lostAt), graceMs)
    },
    end: () => {
      clearTimeout(timer)
      window.removeEventListener('offline', onOffline)
      window.removeEventListener('online', onOnline)
    },
  }
}
