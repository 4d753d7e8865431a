/** Bounds of the stream that notifies operators' pages of changes. */
export const operatorStreamLimits = {
  /** How often a node looks for changes, for all of its listeners at once. */
  lookEveryMs: 400,
  /** Concurrent streams of one operator, and of a node. */
  streamsEach: 10,
  streams: 200,
  /** Items of each queue that are followed, and counted; the newest ones. */
  items: 1_000,
  /** The newest alerts, among which new ones are found. */
  alerts: 200,
  /** Bytes that a client may leave unread before its stream is closed. */
  unreadBytes: 1024 * 1024,
  /** After this long without an event the client receives an empty line. */
  quietMs: 15_000,
  /** How often the service checks whether the operator's session still stands. */
  admitEveryMs: 1_000,
  /** The longest time that a stream stays open. */
  openMs: 3_600_000,
  /** Reconnect delay of pages after their node stops, and the random time added to it. */
  retryMs: 1_000,
  retryJitterMs: 4_000,
} as const
