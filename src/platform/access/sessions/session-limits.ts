export const expiredFamilyLimits = {
  families: 50,
} as const

export const deviceLimits = {
  perUser: 20,
  /** A device is forgotten after this long without a sign-in. */
  keptSeconds: 90 * 86_400,
  /**
   * How long a sign-in without a device key makes later ones of the same agent and network count as
   * the same device.
   */
  likeSeconds: 30 * 86_400,
  /** The first device of an account younger than this counts as the one that opened it. */
  firstSeconds: 86_400,
  /** How long a device is new to its user. */
  newSeconds: 86_400,
  nameChars: 100,
  agentChars: 300,
} as const

export const sessionLimits = {
  /** Sessions listed per account. */
  listed: 100,
} as const

export const tokenLimits = {
  accessTtlSeconds: 900,
  refreshTtlSeconds: 30 * 86_400,
  refreshGraceSeconds: 10,
  verificationTtlSeconds: 3_600,
  resetTtlSeconds: 3_600,
} as const
