import { newIdempotencyKey, Refusal } from '@tukar/client'
import { useRef } from 'react'

/**
 * For a form that moves money: it takes effect once, however often it is sent. The key of its
 * request stays the same until the service returned its outcome.
 */
export function useOnce() {
  const key = useRef<string>(null)
  return <Result>(send: (idempotencyKey: string) => Promise<Result>) => sendOnce(key, send)
}

export type Once = ReturnType<typeof useOnce>

export async function sendOnce<Result>(
  key: { current: string | null },
  send: (idempotencyKey: string) => Promise<Result>,
): Promise<Result> {
  key.current ??= newIdempotencyKey()
  try {
    const result = await send(key.current)
    key.current = null
    return result
  } catch (error) {
    // Without a response, it or an earlier try of it may have taken effect.
    if (error instanceof Refusal && error.idempotencyKey === null) key.current = null
    throw error
  }
}
