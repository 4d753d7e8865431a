import { refuse } from '../../base/refusal.ts'

export type MomentSpan = Readonly<{ from: Date | null; until: Date | null }>

/** Returns the span between two times in milliseconds, both included. */
export function momentSpanOf(
  startTime: number | undefined,
  endTime: number | undefined,
): MomentSpan {
  if (startTime !== undefined && endTime !== undefined && endTime < startTime) {
    return refuse('api.validation_failed', {
      text: 'The end time field must be greater than or equal to start time.',
    })
  }
  return {
    from: startTime === undefined ? null : new Date(startTime),
    until: endTime === undefined ? null : new Date(endTime + 1),
  }
}
