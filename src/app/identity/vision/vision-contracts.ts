import { stringify } from 'lossless-json'
import { z } from 'zod'
import type { RefusalKey } from '../../../base/refusal.ts'
import { anyJson, oneOf, optional, text } from '../../../platform/http/contracts/contracts.ts'
import {
  type ApiAnswer,
  jsonAnswer,
  type RefusalShape,
  type Reply,
} from '../../../platform/http/envelope.ts'
import { plainFailure } from '../../../platform/http/responses/plain-refusal.ts'
import { visionServices, visionStatuses } from './vision-status.rules.ts'

/** Longer than any of our ids, so that an id of another form is reported as unknown. */
const requestIdChars = 1_024

export const VisionRequestId = z.object({ requestId: text({ max: requestIdChars }) })

/** Whether a text has the form of our ids, so that data may be sealed under it. */
export const isVisionRequestId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)

export const visionService = oneOf(visionServices)
export const visionStatus = optional(oneOf(visionStatuses))

const Data = z.unknown().meta(anyJson)

export const VisionVerification = z
  .object({
    requestId: z.string(),
    service: z.enum(visionServices),
    image_url: z.string().meta({ description: 'Valid for five minutes.' }),
    request_data: Data,
    response_data: Data,
    status: z.enum(visionStatuses),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'VisionVerification' })

/** A record as the API shows it; its data is as the caller sent it. */
export type ShownVerification = z.input<typeof VisionVerification>

const Counts = z.record(z.string(), z.int())

/** Every service and status has an entry, 0 if there are no records. */
export const VisionStatistics = z
  .object({
    total: z.int(),
    by_service: Counts,
    by_status: Counts,
    by_service_and_status: z.record(z.string(), Counts),
    last_30_days: z
      .array(z.object({ date: z.iso.date(), total: z.int() }).meta({ id: 'DailyCount' }))
      .meta({ description: 'Days in Jakarta, oldest first, today included.' }),
  })
  .meta({ id: 'VisionStatistics' })

const Page = z.object({
  data: z.array(VisionVerification),
  pagination: z
    .object({
      current_page: z.int(),
      per_page: z.int(),
      total: z.int(),
      next_page: z.int().nullable(),
    })
    .meta({ id: 'VisionPagination' }),
})

/** A success response of this API. */
export const visionReply = <Data extends z.ZodType>(
  status: number,
  message: string,
  Data: Data,
): Reply<z.input<Data>> => {
  const schema = headOf(message).extend({ data: Data })
  const answer = (data: z.input<Data>) => answerOf(status, schema, { message, data })
  return { ...json, status, schema: () => schema, answer }
}

/** A list response of this API. */
export const visionList = (message: string): Reply<z.input<typeof Page>> => {
  const schema = headOf(message).extend(Page.shape)
  return {
    ...json,
    status: 200,
    schema: () => schema,
    answer: (page) => answerOf(200, schema, { message, ...page }),
  }
}

const json = { mediaType: 'application/json; charset=utf-8' }

const headOf = (message: string) =>
  z.object({ success: z.literal(true), message: z.literal(message) })

/** Serializes numbers with the digits they were sent with. */
const answerOf = (status: number, schema: z.ZodType, body: object): ApiAnswer =>
  jsonAnswer(status, stringify(schema.parse({ success: true, ...body })) ?? '')

/** Reports an error of the whole request like one of a field (specification 4.7, rule 4). */
const unfit: ReadonlyMap<RefusalKey, string> = new Map([
  ['api.malformed_request', 'The body can not be read.'],
  ['api.payload_too_large', 'The body is too large.'],
])

const statuses: ReadonlyMap<RefusalKey, number> = new Map([
  ['api.malformed_request', 422],
  ['api.payload_too_large', 422],
  // An unavailable object store is an internal error here.
  ['api.oss_upload_fail', 500],
])

export const visionFailure: RefusalShape = {
  ...plainFailure,
  status: (refusal) => statuses.get(refusal.key) ?? plainFailure.status(refusal),
  body: (refusal) => {
    const sentence = unfit.get(refusal.key)
    return sentence === undefined
      ? plainFailure.body(refusal)
      : { success: false, message: refusal.key, errors: { body: [sentence] } }
  },
}
