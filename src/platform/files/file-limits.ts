export const fileLimits = {
  urlTtlSeconds: 300,
  /** Together fewer than the store allows, so that writes always find a free slot. */
  readsAtOnce: 8,
  publicReadsAtOnce: 4,
  readsWaiting: 256,
  /** How long after its row was inserted a picture may be attached to a record. */
  keepSeconds: 1_800,
  /** How long after its row was inserted an unattached picture is deleted. */
  uploadSeconds: 3_600,
  sweepEveryMs: 600_000,
  sweepRows: 100,
  sweepPages: 10,
} as const
