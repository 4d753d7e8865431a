/** Bounds of calls to custody, and of how its transaction list is read. */
export const custodyLimits = {
  listItems: 200,
  /** How long an idempotency key stays the same. */
  keyMs: 600_000,
  tokenSeconds: 28,
  signingKeys: 20,
  /** Short, since custody repeats no webhook that was refused for a key it has just published. */
  askKeysEveryMs: 1_000,
  /** The interval at which a node repeats a failed fetch by itself. */
  renewFailedKeysMs: 60_000,
  /** Pages per pull of each stretch: unsettled transactions, and those after them. */
  pullPages: 50,
  overlapMs: 600_000,
  /** How long unsettled transactions are read again; withdrawals are also queried one by one. */
  unsettledMs: 3 * 86_400_000,
  pullEveryMs: 60_000,
  pullSandboxEveryMs: 5_000,
} as const
