export const jobLimits = {
  /** The longest time that a timer takes. */
  neverMs: 2_147_483_647,
  /** How often a node looks for jobs of dead workers, and for jobs that became due. */
  pollMs: 2_000,
  connections: 4,
  /**
   * Concurrent jobs per lane, and its pause after a fetch that found fewer; jobs added meanwhile
   * come with the next fetch, as one batch.
   */
  lanes: {
    urgent: { atOnce: 8, restMs: 50 },
    money: { atOnce: 4, restMs: 50 },
    notices: { atOnce: 32, restMs: 100 },
    deliveries: { atOnce: 8, restMs: 100 },
  },
  /** How long a fetched job may wait to start before it returns to the queue. */
  keptMs: 2_000,
  /** Notices of one transaction that are recorded in it; more of them are announced by a job. */
  recordedAtOnce: 16,
  /**
   * Notices that a job's transaction announces at most, at low and at high demand; a longer list
   * of one job is not divided.
   */
  announcedAtOnce: { calm: 200, busy: 60 },
  /**
   * Jobs that a process runs itself: how long they wait at most for a moment without requests, how
   * many run as one set, and how many it holds.
   */
  own: { patienceMs: 500, atOnce: 25, held: 200 },
  /** Mails, pushes or reports per job; few, so that a crash repeats few of them. */
  deliveriesPerJob: 25,
  /**
   * Concurrent calls to one provider for all deliveries, at low and at high demand; fewer than its
   * client allows.
   */
  calls: { calm: 32, busy: 1, waiting: 10_000 },
  /** Events of one user that one mail lists at most. */
  eventsPerMail: 20,
  /** At high demand bulk work waits, checking this often; a job goes on after waiting this long. */
  lookEveryMs: 20,
  patienceMs: 1_000,
  /** How long running jobs may take at shutdown before they are abandoned. */
  endMs: 8_000,
  /** Consecutive failures of a periodic job after which operators are alerted. */
  failuresToAlert: 5,
  /** A worker whose session was silent this long is dead, even if the session is still open. */
  silentMs: 4_000,
  /** How long a job must have been locked before it counts as one of a dead worker. */
  abandonedMs: 2_000,
  /**
   * A job that is locked by its own living worker for this long, while the worker does not know of
   * it, was lost with a response of the database. Longer than the service waits for any response.
   */
  lostMs: 10_000,
  givenUpEveryMs: 600_000,
  givenUpItems: 100,
  /** How often the leader looks which periodic jobs have work. */
  workEveryMs: 1_000,
  quietWorkEveryMs: 2_000,
  /** Interval of each node's report, and how long the row of a stopped node is kept. */
  reportEveryMs: 4_000,
  nodeKeptMs: 3_600_000,
} as const
