export const proofLimits = {
  /** How long after a request, or after the hour of the night, a proof begins at the latest. */
  everyMs: 10_000,
  /** Published proofs that are kept. */
  kept: 14,
  /** Users whose balances one statement reads. */
  users: 4_000,
  /** Leaves of a chunk, a power of two: the number of levels that its own nodes have. */
  chunkLeaves: 1_024,
  /** Chunks that one transaction writes. */
  chunks: 16,
  /** Leaves of a tree; also what the memory of the builder is sized for. */
  leaves: 2 ** 23,
  ownProofsAMinute: 20,
} as const
