export const pinLimits = {
  digits: 6,
  wrongInARow: 10,
} as const
