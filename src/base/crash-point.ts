/** Where tests end the process at once, to see what is left behind. */
export const withdrawalCrashPoints = [
  'withdrawal.held',
  'withdrawal.before-send',
  'withdrawal.sent',
  'withdrawal.submitted',
  'withdrawal.before-capture',
  'withdrawal.captured',
] as const

export const orderCrashPoints = [
  'order.held',
  'order.placed',
  'order.settled',
  'order.cancel-requested',
  'order.canceled',
] as const

export const crashPoints = [...withdrawalCrashPoints, ...orderCrashPoints] as const

export type CrashPoint = (typeof crashPoints)[number]

/** Ends the process as a power cut would, if this is where it is told to. Never in production. */
export function crashPoint(
  { config }: Readonly<{ config: Readonly<{ crashAt: CrashPoint | null }> }>,
  here: CrashPoint,
): void {
  if (config.crashAt === here) process.kill(process.pid, 'SIGKILL')
}
