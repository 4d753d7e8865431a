import { madeSecret, type ProviderDefinition, readAddress } from '../provider-settings.ts'

export type ReportQueueSettings = Readonly<{
  baseUrl: string
  token: string
  secrets: Readonly<{ A: string; B: string; C: string }>
}>

const chosen = {
  example: 'the output of: openssl rand -base64 32',
  made: madeSecret,
  isChosen: true,
} as const

export const reportQueue: ProviderDefinition<'report queue', ReportQueueSettings> = {
  name: 'report queue',
  required: ['REPORT_QUEUE_BASE_URL'],
  settings: {
    REPORT_QUEUE_BASE_URL: {
      example: 'https://queue.example.com',
      shown: ({ baseUrl }) => baseUrl,
    },
    REPORT_QUEUE_TOKEN: chosen,
    REPORT_QUEUE_SECRET_A: chosen,
    REPORT_QUEUE_SECRET_B: { ...chosen, unlike: ['REPORT_QUEUE_SECRET_A'] },
    REPORT_QUEUE_SECRET_C: {
      ...chosen,
      unlike: ['REPORT_QUEUE_SECRET_A', 'REPORT_QUEUE_SECRET_B'],
    },
  },
  read: (from) => ({
    baseUrl: readAddress(from, 'REPORT_QUEUE_BASE_URL', '/report-queue'),
    token: from.secret('REPORT_QUEUE_TOKEN'),
    secrets: {
      A: from.secret('REPORT_QUEUE_SECRET_A'),
      B: from.secret('REPORT_QUEUE_SECRET_B'),
      C: from.secret('REPORT_QUEUE_SECRET_C'),
    },
  }),
}
