/** The bounds of the streams that tell users' apps what changes. */
export const streamLimits = {
  /** How often a node looks for what changed, for all of its streams at once. */
  lookEveryMs: 250,
  /** At once, of one user and of a node. */
  streamsEach: 8,
  streams: 1_000,
  /** The share of one network (a /24, or a /48 of IPv6) in the places of a node. */
  streamsOfNetwork: 250,
  /** The share of accounts that are new or not proven, and of those at one network. */
  streamsOfYoung: 500,
  streamsOfYoungNetwork: 100,
  /** An account is new for so long. */
  youngDays: 7,
  /** Of one user and one kind in one look; where more changed the app reads its lists anew. */
  changesEach: 200,
  /** What a client may leave unread before its stream is ended. */
  unreadBytes: 1024 * 1024,
  /** After so long without an event the client is told how far its stream is. */
  quietMs: 15_000,
  /** How often it is asked whether the one who opened a stream may still read it. */
  admitEveryMs: 1_000,
  /** The longest a stream is open. */
  openMs: 3_600_000,
  /** When apps connect again after their node stops: so late, and up to so much later. */
  retryMs: 1_000,
  retryJitterMs: 4_000,
  /** How long a client that is not connected may go on where it was. */
  resumeSeconds: 3_600,
  /** No transaction of ours is under way as long as this. */
  commitSeconds: 120,
} as const
