export const sharedAnswerLimits = {
  entries: 500,
  bodyBytes: 256 * 1024,
} as const
