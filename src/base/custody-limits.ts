/** The bounds of what we ask of custody, and of how its list is read. */
export const custodyLimits = {
  listItems: 200,
  /** How long a key that makes a call safe to repeat is the same. */
  keyMs: 600_000,
  tokenSeconds: 28,
  signingKeys: 20,
  askKeysEveryMs: 10_000,
  /** After a fetch of them that failed; and how often a node tries again by itself. */
  askKeysAgainMs: 1_000,
  renewFailedKeysMs: 60_000,
  /** Of each stretch that a turn reads: from what is not settled yet, and beyond. */
  pullPages: 50,
  overlapMs: 600_000,
  /** How long what is not settled is read again; withdrawals are asked about besides. */
  unsettledMs: 3 * 86_400_000,
  pullEveryMs: 60_000,
  pullSandboxEveryMs: 5_000,
} as const
