import {
  madeSecret,
  type ProviderDefinition,
  readAddress,
  readRotating,
} from '../provider-settings.ts'

export type ReportQueueSettings = Readonly<{
  baseUrl: string
  /** Sent to the queue, and accepted from it. */
  token: string
  secrets: Readonly<{ A: string; B: string; C: string }>
  /** Accepted from the queue beside the first ones, during a change. */
  second: Readonly<Record<'token' | 'A' | 'B' | 'C', string | null>>
}>

const chosen = {
  example: 'the output of: openssl rand -base64 32',
  made: madeSecret,
  isChosen: true,
  isRotating: true,
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
  read: (from) => {
    const [token, secondToken] = readRotating(from, 'REPORT_QUEUE_TOKEN')
    const [A, secondA] = readRotating(from, 'REPORT_QUEUE_SECRET_A')
    const [B, secondB] = readRotating(from, 'REPORT_QUEUE_SECRET_B')
    const [C, secondC] = readRotating(from, 'REPORT_QUEUE_SECRET_C')
    return {
      baseUrl: readAddress(from, 'REPORT_QUEUE_BASE_URL', '/report-queue'),
      token,
      secrets: { A, B, C },
      second: { token: secondToken, A: secondA, B: secondB, C: secondC },
    }
  },
}
