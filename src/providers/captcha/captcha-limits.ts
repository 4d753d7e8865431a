export const captchaLimits = {
  timeoutMs: 3_000,
  tokenChars: 4_096,
  tokenTtlSeconds: 600,
} as const
