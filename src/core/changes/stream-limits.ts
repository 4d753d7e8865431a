export const streamLimits = {
  /** How often a node polls for changes, for all of its streams at once. */
  lookEveryMs: 250,
  /** Concurrent streams of one user, and of a node. */
  streamsEach: 8,
  streams: 1_000,
  /** Concurrent streams of one network (a /24, or a /48 of IPv6) at a node. */
  streamsOfNetwork: 250,
  /** Concurrent streams of new or unverified accounts, in total and of one network. */
  streamsOfYoung: 500,
  streamsOfYoungNetwork: 100,
  /** How long an account is new. */
  youngDays: 7,
  /** Changes per user, kind and poll; if there are more, the app reads its lists again. */
  changesEach: 200,
  /** Bytes that a client may leave unread before its stream is closed. */
  unreadBytes: 1024 * 1024,
  /** After this long without an event the client receives the stream's position. */
  quietMs: 15_000,
  /** How often the service checks whether a stream's caller may still read it. */
  admitEveryMs: 1_000,
  /** The longest time that a stream stays open. */
  openMs: 3_600_000,
  /** Reconnect delay of apps after their node stops, and the random time added to it. */
  retryMs: 1_000,
  retryJitterMs: 4_000,
  /** How long a disconnected client can resume from its position. */
  resumeSeconds: 3_600,
  /** Longer than any transaction of the service runs. */
  commitSeconds: 120,
} as const
