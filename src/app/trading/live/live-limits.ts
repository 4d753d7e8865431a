export const liveLimits = {
  /** How often the leader sends what changed, and what did not change. */
  tellEveryMs: 500,
  refreshEveryMs: 2_000,
  /** A price that the venue did not confirm for this long is stale. */
  staleMs: 5_000,
  /** How often a node looks for prices that became stale and for listeners to end. */
  lookEveryMs: 1_000,
  /** How long new listeners share one snapshot. */
  snapshotMs: 250,
  /**
   * How long the venue's list of last trades is used: before those of the stream, and without one.
   */
  earlierTradesMs: 10_000,
  unstreamedTradesMs: 1_000,
  /** After this long without an event a listener gets a snapshot again. */
  quietMs: 15_000,
  /** Pairs of one listener. */
  pairs: 50,
  /** Listeners of a node, and of one network (a /24, or a /48 of IPv6) at a node. */
  listeners: 10_000,
  listenersOfNetwork: 1_000,
  /** Bytes that a client may leave unread before its stream is closed. */
  unreadBytes: 256 * 1_024,
  /** The longest time that a stream stays open. */
  openMs: 3_600_000,
  /** Reconnect delay of apps when their stream is ended, and the random time added to it. */
  retryMs: 1_000,
  retryJitterMs: 4_000,
} as const

export type LiveBounds = Readonly<{ [Name in keyof typeof liveLimits]: number }>
