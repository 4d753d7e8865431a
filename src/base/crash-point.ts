/** Points at which tests kill the process, to check the state that it leaves. */
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

/**
 * Kills the process like a power cut if `here` is the configured crash point. Never in production.
 */
export function crashPoint(
  { config }: Readonly<{ config: Readonly<{ crashAt: CrashPoint | null }> }>,
  here: CrashPoint,
): void {
  if (config.crashAt === here) process.kill(process.pid, 'SIGKILL')
}
