/** The services of image verifications, and the transitions of their status. */

export const visionServices = ['KTP', 'SELFIE', 'LIVENESS', 'TRANSFER_PROOF', 'DOCUMENT'] as const
export type VisionService = (typeof visionServices)[number]

export const visionStatuses = ['pending', 'processing', 'completed', 'failed'] as const
export type VisionStatus = (typeof visionStatuses)[number]

/** The statuses each status may be reached from. Staying is allowed, so a repeat is harmless. */
const reachedFrom: Readonly<Record<VisionStatus, readonly VisionStatus[]>> = {
  pending: ['pending'],
  processing: ['pending', 'processing'],
  completed: ['pending', 'processing', 'completed'],
  failed: ['pending', 'processing', 'failed'],
}

/** Returns the current statuses that allow a change to this one; all of them if none is wanted. */
export const mayMoveFrom = (wanted: VisionStatus | undefined): readonly VisionStatus[] =>
  wanted === undefined ? visionStatuses : reachedFrom[wanted]
