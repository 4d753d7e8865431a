/** Bounds of the job queue. */
export const jobLimits = {
  /** How often a lane looks for jobs if the database reports none. */
  pollMs: 2_000,
  /** One connection per lane listens, one shows that the workers live; the rest fetch and write. */
  connections: 9,
  /**
   * How many jobs each lane runs at once, and how long it rests after a fetch that found fewer:
   * jobs that are added meanwhile come with the next fetch, as one set.
   */
  lanes: {
    urgent: { atOnce: 8, restMs: 50 },
    money: { atOnce: 4, restMs: 50 },
    notices: { atOnce: 32, restMs: 100 },
    deliveries: { atOnce: 8, restMs: 100 },
  },
  /** How long a fetched job may wait for its turn before it goes back to the queue. */
  keptMs: 2_000,
  /**
   * Notices that one transaction announces at most, while requests are few and while they are many;
   * a longer list of one job is not divided.
   */
  announcedAtOnce: { calm: 200, busy: 20 },
  /** Mails, pushes or reports in one job: small enough that a crash repeats few of them. */
  deliveriesPerJob: 25,
  /**
   * Calls to one provider at once, of all deliveries, while requests are few and while they are
   * many; fewer than its client would take.
   */
  calls: { calm: 32, busy: 1, waiting: 10_000 },
  /** Events of one user that one mail lists at most. */
  eventsPerMail: 20,
  /** While requests are many, bulk work waits; a job goes on whenever it has waited so long. */
  lookEveryMs: 20,
  patienceMs: 1_000,
  /** How long what runs may take at the end before it is left behind. */
  endMs: 8_000,
  /** After how many failures in a row of what runs again and again operators are told. */
  failuresToTell: 5,
  /** A worker's session shows that it lives this often, and is opened anew after a pause. */
  beatMs: 500,
  reconnectMs: 200,
  /** A worker whose session was silent for so long is dead, even if the session still stands. */
  silentMs: 4_000,
  freeEveryMs: 1_000,
  /** How long a job must have been locked before it counts as one of a dead worker. */
  abandonedMs: 2_000,
  /**
   * A job that its own living worker has been holding for so long, and does not know of, was lost
   * with an answer of the database. Longer than any answer is waited for.
   */
  lostMs: 10_000,
  lostEveryMs: 2_000,
  givenUpEveryMs: 600_000,
  givenUpItems: 100,
} as const
