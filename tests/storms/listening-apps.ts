import { setTimeout as delay } from 'node:timers/promises'
import type { Balancer } from './balancer.ts'

/** What happened to the apps' streams. */
export type StreamCounts = {
  /** Streams that the service ended with a `retry`. */
  ended: number
  /** Streams that broke, or ended without a `retry`, or were refused. */
  readonly cut: string[]
  /** Streams that did not resume from the position of the one before. */
  missed: number
}

/** Keeps a stream open for each token; one that ends is reopened after the service's `retry`. */
export function keepListening(balancer: Balancer, tokens: readonly string[], over: AbortSignal) {
  const counts: StreamCounts = { ended: 0, cut: [], missed: 0 }
  const app = async (token: string) => {
    let lastId: string | null = null
    while (!over.aborted) {
      const { text, error } = await readStream(balancer.url, token, lastId, over)
      if (over.aborted) return
      const retryMs = /^retry: (\d+)$/m.exec(text)?.[1]
      if (error !== null || retryMs === undefined) counts.cut.push(error ?? 'it had no retry')
      else counts.ended += 1
      if (lastId !== null && text.includes('"resumed":false')) counts.missed += 1
      lastId = [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? lastId
      await delay(Number(retryMs ?? 1_000), undefined, { signal: over }).catch(() => undefined)
    }
  }
  return { counts, done: Promise.all(tokens.map(app)) }
}

async function readStream(url: string, token: string, lastId: string | null, over: AbortSignal) {
  let text = ''
  try {
    const answer = await fetch(`${url}/api/stream`, {
      signal: over,
      headers: {
        authorization: `Bearer ${token}`,
        // A kept connection may close while an app comes back on it; browsers then repeat the GET.
        connection: 'close',
        ...(lastId === null ? {} : { 'last-event-id': lastId }),
      },
    })
    if (!answer.ok) return { text, error: `${answer.status} ${await answer.text()}` }
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true })
    return { text, error: null }
  } catch (error) {
    return { text, error: String(error instanceof Error ? (error.cause ?? error) : error) }
  }
}
