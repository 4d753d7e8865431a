/**
 * Streams that all tabs of a browser share: a browser opens six connections to a host, and a stream
 * keeps one. The follower that holds a lock connects, and passes on what it receives.
 */
import type { Stream } from '@tukar/client'

type SharedStream<News> = Readonly<{
  /** The same for all that follow the same stream, in every tab and within one. */
  name: string
  /** What this follower wants; the one that connects follows what all of them want. */
  wants: readonly string[]
  /** `wanted` is called for each connection. */
  open: (wanted: () => readonly string[], send: (news: News) => void) => Stream
  receive: (news: News) => void
  /** Names the state that this news replaces: a follower that joins receives the newest of each. */
  stateOf?: (news: News) => string | null
  /** Called if the browser shows a page again that it had kept: it has missed news. */
  onReturn?: () => void
}>

type Note<News> =
  | Readonly<{ kind: 'join'; from: string; wants: readonly string[] }>
  | Readonly<{ kind: 'leave'; from: string }>
  | Readonly<{ kind: 'roll call' }>
  /** For one follower, or for all. */
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
  const self = crypto.getRandomValues(new Uint32Array(2)).join()
  const channel = new BroadcastChannel(name)
  const left = new AbortController()
  const post = (note: Note<News>): void => {
    if (!left.signal.aborted) channel.postMessage(note)
  }
  let leader: Leader | null = null
  channel.onmessage = ({ data }: MessageEvent<Note<News>>) => {
    if (data.kind === 'roll call') post({ kind: 'join', from: self, wants })
    else if (data.kind === 'join') leader?.admit(data.from, data.wants)
    else if (data.kind === 'leave') leader?.dismiss(data.from)
    else if (data.to === null || data.to === self) receive(data.news)
  }
  post({ kind: 'join', from: self, wants })
  void whileLocked(name, left.signal, () => {
    leader = lead(shared, post, left.signal)
    return leader.ended
  })
  return () => {
    post({ kind: 'leave', from: self })
    left.abort()
    channel.close()
  }
}

type Leader = Readonly<{
  admit: (follower: string, wants: readonly string[]) => void
  dismiss: (follower: string) => void
  /** Resolves when the leader has left, or the service refuses the stream for good. */
  ended: Promise<void>
}>

/** Followers that join at about the same time cause one reconnection. */
const gatherMs = 50

function lead<News>(
  { wants, open, receive, stateOf = () => null }: SharedStream<News>,
  post: (note: Note<News>) => void,
  left: AbortSignal,
): Leader {
  const states = new Map<string, News>()
  const others = new Map<string, readonly string[]>()
  let followed: ReadonlySet<string> = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wanted = () => {
    followed = new Set([wants, ...others.values()].flat())
    return [...followed]
  }
  const stream = open(wanted, (news) => {
    const state = stateOf(news)
    if (state !== null) states.set(state, news)
    receive(news)
    post({ kind: 'news', news, to: null })
  })
  const close = () => {
    clearTimeout(timer)
    stream.close()
  }
  left.addEventListener('abort', close, { once: true })
  post({ kind: 'roll call' })
  return {
    ended: stream.ended.catch(() => undefined),
    admit: (follower, theirs) => {
      others.set(follower, theirs)
      if (theirs.every((one) => followed.has(one))) {
        for (const news of states.values()) post({ kind: 'news', news, to: follower })
        return
      }
      clearTimeout(timer)
      timer = setTimeout(() => {
        // States of what was not followed for a while are old; the new connection sends its own.
        states.clear()
        stream.reconnect()
      }, gatherMs)
    },
    dismiss: (follower) => others.delete(follower),
  }
}

/** Only pages of secure origins have locks; elsewhere each follower connects. */
async function whileLocked(
  name: string,
  signal: AbortSignal,
  run: () => Promise<void>,
): Promise<void> {
  if (!('locks' in navigator)) return run()
  // It rejects if the follower leaves while another one holds the lock.
  await navigator.locks.request(name, { signal }, run).catch(() => undefined)
}
