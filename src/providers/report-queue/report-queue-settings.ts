import { setting, type ValuesOf } from '../../base/settings/setting.ts'
import { rotating } from '../../base/settings/setting-kinds.ts'
import { address, chosen } from '../provider-settings.ts'

export type ReportQueueSettings = ValuesOf<typeof reportQueue.settings>

export const reportQueue = {
  name: 'report queue',
  title: 'Report queue',
  settings: {
    baseUrl: address('REPORT_QUEUE_BASE_URL', '/report-queue', {
      example: 'https://queue.example.com',
      meaning: 'The queue that takes regulatory reports.',
    }),
    /** The first is sent to the queue; all are accepted from it. */
    tokens: setting('REPORT_QUEUE_TOKEN', rotating, {
      ...chosen,
      meaning:
        'Authenticates us to the queue. At least 24 characters. Two comma-separated tokens are ' +
        'accepted while it is [rotated](keys.md#secrets-of-callbacks); calls use the first.',
    }),
    secrets: {
      A: setting('REPORT_QUEUE_SECRET_A', rotating, {
        ...chosen,
        meaning:
          "One of the three secrets that authenticate the queue's callbacks. All three must " +
          'differ. Each takes its former and its new value with a comma between while it is ' +
          '[rotated](keys.md#secrets-of-callbacks).',
      }),
      B: setting('REPORT_QUEUE_SECRET_B', rotating, {
        ...chosen,
        unlike: ['REPORT_QUEUE_SECRET_A'],
        meaning: 'The second one, likewise.',
      }),
      C: setting('REPORT_QUEUE_SECRET_C', rotating, {
        ...chosen,
        unlike: ['REPORT_QUEUE_SECRET_A', 'REPORT_QUEUE_SECRET_B'],
        meaning: 'The third one, likewise.',
      }),
    },
  },
} as const
