/** What a record of an image verification may be about, and how its status moves. */

export const visionServices = ['KTP', 'SELFIE', 'LIVENESS', 'TRANSFER_PROOF', 'DOCUMENT'] as const
export type VisionService = (typeof visionServices)[number]

export const visionStatuses = ['pending', 'processing', 'completed', 'failed'] as const
export type VisionStatus = (typeof visionStatuses)[number]

/** Where a status may be reached from. Staying is always allowed, so that a repeat does no harm. */
const reachedFrom: Readonly<Record<VisionStatus, readonly VisionStatus[]>> = {
  pending: ['pending'],
  processing: ['pending', 'processing'],
  completed: ['pending', 'processing', 'completed'],
  failed: ['pending', 'processing', 'failed'],
}

/** The statuses a record may have now that is to have this one; any, when none is asked for. */
export const mayMoveFrom = (wanted: VisionStatus | undefined): readonly VisionStatus[] =>
  wanted === undefined ? visionStatuses : reachedFrom[wanted]
