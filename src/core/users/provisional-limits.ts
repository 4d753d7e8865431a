export const provisionalLimits = {
  /**
   * How long what a session alone added does not count: an authenticator, a key's right to
   * withdraw; and how long a mailed link undoes it.
   */
  seconds: 86_400,
} as const
