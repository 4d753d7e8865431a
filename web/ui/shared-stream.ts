/**
 * Streams that all tabs of a browser share: a browser opens six connections to a host, and a stream
 * keeps one. The tab that holds a lock connects, and passes on what it receives.
 */
import type { Stream } from '@tukar/client'

type SharedStream<News> = Readonly<{
  /** The same in every tab that follows the same stream. */
  name: string
  /** What this tab follows; the tab that connects follows what all of them want. */
  wants: readonly string[]
  open: (wants: readonly string[], send: (news: News) => void) => Stream
  receive: (news: News) => void
  /** Names the state that this news replaces: a tab that joins receives the newest of each. */
  stateOf?: (news: News) => string | null
  /** Called if the browser shows a page again that it had kept: it has missed news. */
  onReturn?: () => void
}>

type Note<News> =
  | Readonly<{ kind: 'join'; tab: string; wants: readonly string[] }>
  | Readonly<{ kind: 'roll call' }>
  /** For one tab, or for all. */
  | Readonly<{ kind: 'news'; news: News; to: string | null }>

/** Follows a stream together with the other tabs; returns how to leave. */
export function followTogether<News>(shared: SharedStream<News>): () => void {
  let leave = join(shared)
  // A browser may keep a page that is left, with its connections; it may come back much later.
  const onHide = () => leave()
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    leave = join(shared)
    shared.onReturn?.()
  }
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener('pagehide', onHide)
    window.removeEventListener('pageshow', onShow)
    leave()
  }
}

function join<News>(shared: SharedStream<News>): () => void {
  const { name, wants, receive } = shared
  const tab = crypto.getRandomValues(new Uint32Array(2)).join()
  const channel = new BroadcastChannel(name)
  const left = new AbortController()
  const post = (note: Note<News>): void => {
    if (!left.signal.aborted) channel.postMessage(note)
  }
  let leader: Leader | null = null
  channel.onmessage = ({ data }: MessageEvent<Note<News>>) => {
    if (data.kind === 'roll call') post({ kind: 'join', tab, wants })
    else if (data.kind === 'join') leader?.admit(data.tab, data.wants)
    else if (data.to === null || data.to === tab) receive(data.news)
  }
  post({ kind: 'join', tab, wants })
  void whileLocked(name, left.signal, () => {
    leader = lead(shared, post, left.signal)
    return leader.ended
  })
  return () => {
    left.abort()
    channel.close()
  }
}

type Leader = Readonly<{
  admit: (tab: string, wants: readonly string[]) => void
  /** Resolves when the tab has left, or the service refuses the stream for good. */
  ended: Promise<void>
}>

/** Tabs that join at about the same time cause one reconnection. */
const gatherMs = 50

function lead<News>(
  { wants, open, receive, stateOf = () => null }: SharedStream<News>,
  post: (note: Note<News>) => void,
  left: AbortSignal,
): Leader {
  const states = new Map<string, News>()
  const wanted = new Set(wants)
  let reopen = (): void => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = (news: News) => {
    const state = stateOf(news)
    if (state !== null) states.set(state, news)
    receive(news)
    post({ kind: 'news', news, to: null })
  }
  /** Returns whether to connect again. */
  const connect = async (): Promise<boolean> => {
    let isCurrent = true
    const stream = open([...wanted], (news) => {
      if (isCurrent) send(news)
    })
    const close = () => {
      isCurrent = false
      stream.close()
    }
    left.addEventListener('abort', close, { once: true })
    const { promise: again, resolve } = Promise.withResolvers<boolean>()
    reopen = () => resolve(true)
    void stream.ended.catch(() => undefined).then(() => resolve(false))
    return again.finally(close)
  }
  const stay = async (): Promise<void> => {
    let isGoingOn = true
    while (isGoingOn) isGoingOn = await connect()
    clearTimeout(timer)
  }
  const ended = stay()
  post({ kind: 'roll call' })
  return {
    ended,
    admit: (tab, others) => {
      for (const news of states.values()) post({ kind: 'news', news, to: tab })
      const before = wanted.size
      for (const one of others) wanted.add(one)
      if (wanted.size === before) return
      clearTimeout(timer)
      timer = setTimeout(() => reopen(), gatherMs)
    },
  }
}

/** Only pages of secure origins have locks; elsewhere each tab connects. */
async function whileLocked(
  name: string,
  signal: AbortSignal,
  run: () => Promise<void>,
): Promise<void> {
  if (!('locks' in navigator)) return run()
  // It rejects if the tab leaves while another one holds the lock.
  await navigator.locks.request(name, { signal }, run).catch(() => undefined)
}
