export const provisionalLimits = {
  /**
   * How long what a session alone added does not count: an authenticator, a key's right to
   * withdraw; how long the removal of an authenticator by operators waits; and how long a mailed
   * link undoes each.
   */
  seconds: 86_400,
  /** How long a recovery waits for the second operator: a check of an identity grows old. */
  agreementSeconds: 7 * 86_400,
  recoveriesEveryMs: 60_000,
  recoveries: 20,
} as const
