import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { readAgain } from '../ui/read-again.ts'
import { followTogether } from '../ui/shared-stream.ts'

const Topics = z.array(z.string())

/** The topics that have changed, or the state of the connection. */
type Changed = readonly string[] | 'open' | 'lost'

/**
 * Reads again what the sandbox reports as changed, one read after the other, however often it
 * changes. Returns whether the connection is open.
 */
export function useLiveChanges(): boolean {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    const stale = new Set<string>()
    let isReading = false
    const read = async () => {
      if (isReading) return
      isReading = true
      for (const topic of stale) {
        stale.delete(topic)
        await readAgain(queries, topic)
      }
      isReading = false
    }
    return followTogether<Changed>({
      name: 'tukar.sandbox',
      wants: [],
      open: (_wants, send) => {
        const source = new EventSource('/control/changes')
        const { promise: ended, resolve } = Promise.withResolvers<void>()
        source.onopen = () => send('open')
        source.onerror = () => send('lost')
        source.onmessage = ({ data }) => send(Topics.parse(JSON.parse(String(data))))
        const close = () => {
          source.close()
          resolve()
        }
        // All tabs follow the same, so that no tab asks for another connection.
        return { close, reconnect: () => undefined, ended }
      },
      receive: (changed) => {
        if (changed === 'open' || changed === 'lost') setOpen(changed === 'open')
        if (changed === 'open') void readAgain(queries)
        else if (changed !== 'lost') {
          for (const topic of changed) stale.add(topic)
          void read()
        }
      },
      onReturn: () => void readAgain(queries),
    })
  }, [queries])
  return isOpen
}
