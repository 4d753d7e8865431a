import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { readAgain } from '../ui/read-again.ts'

const Topics = z.array(z.string())

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
    const source = new EventSource('/control/changes')
    source.onopen = () => {
      setOpen(true)
      void readAgain(queries)
    }
    source.onerror = () => setOpen(false)
    source.onmessage = ({ data }) => {
      for (const topic of Topics.parse(JSON.parse(String(data)))) stale.add(topic)
      void read()
    }
    return () => source.close()
  }, [queries])
  return isOpen
}
