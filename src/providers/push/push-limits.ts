export const pushLimits = {
  messageBytes: 4_096,
  tokenLifeSeconds: 3_600,
  renewBeforeMs: 60_000,
} as const
