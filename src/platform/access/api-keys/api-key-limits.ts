export const apiKeyLimits = {
  perUser: 20,
  nameChars: 100,
  permissions: 16,
  ips: 20,
  /** How far the time of a signed request may differ from ours, either way. */
  windowMs: 5_000,
  /**
   * How long used signatures are stored: longer than any is valid, even if nodes' clocks differ.
   */
  signatureKeptSeconds: 60,
} as const
