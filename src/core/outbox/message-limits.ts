export const messageLimits = {
  idsAtOnce: 500,
  readWindowDays: 30,
} as const

export const pushTokenLimits = {
  chars: 4_096,
  perUser: 20,
} as const
