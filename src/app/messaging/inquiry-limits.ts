export const inquiryLimits = {
  nameChars: 255,
  messageChars: 5_000,
} as const
