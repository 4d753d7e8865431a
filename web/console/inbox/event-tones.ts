import type { components } from '@tukar/client/operator'
import type { Tone } from '../../ui/status.tsx'

type EventState = components['schemas']['InboxEvent']['state']
type ReportState = components['schemas']['RegulatoryReport']['state']

export const eventTones: Readonly<Record<EventState, Tone>> = {
  pending: 'busy',
  done: 'good',
  parked: 'bad',
}

export const reportTones: Readonly<Record<ReportState, Tone>> = {
  PENDING: 'busy',
  SENT: 'busy',
  SUCCESS: 'good',
  FAILED: 'bad',
}
