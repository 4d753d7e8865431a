export const mailLimits = {
  connections: 4,
  /** For mails that a person waits for. */
  urgentConnections: 2,
  messagesPerConnection: 100,
  connectMs: 5_000,
  waiting: 200,
} as const
