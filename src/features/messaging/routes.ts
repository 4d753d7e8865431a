import { z } from 'zod'
import { otpRequests, textsOfUser } from '../../access/one-time-codes/otp-requests.ts'
import { signedIn, signedInByToken } from '../../access/signed-in.ts'
import { anyone, endpoint } from '../../http/endpoint.ts'
import { constant, success } from '../../http/envelope.ts'
import { e164Of } from '../../http/phone-contracts.ts'
import { plainFailure } from '../../http/responses/plain-refusal.ts'
import { DeleteMessages, deleteMessages } from './delete-messages.ts'
import { ListMessages, listMessages } from './list-messages.ts'
import { ReadMessages, readAllMessages, readMessages } from './read-messages.ts'
import {
  ClearPushTokens,
  clearPushTokens,
  RegisterPushToken,
  registerPushToken,
} from './register-push-token.ts'
import { RequestEmailOtp, requestEmailOtp } from './request-email-otp.ts'
import { RequestPhoneOtp, requestPhoneOtp } from './request-phone-otp.ts'
import { SubmitInquiry, submitInquiry } from './submit-inquiry.ts'

const tag = 'Messaging'

const Message = z.object({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  data: z.record(z.string(), z.string()),
  read: z.boolean(),
  readAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})

const Messages = z.object({
  data: z.array(Message),
  totalCount: z.int(),
  totalReadCount: z.int(),
  totalUnreadCount: z.int(),
})

const Done = z.object({ success: z.literal(true), message: z.string() })

/** Endpoints of specification 4.6. */
export const messagingEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/email/otp-code',
    tag,
    summary: 'Mail a code to the owner of an address',
    access: anyone,
    body: RequestEmailOtp,
    throttle: otpRequests('email-otps', ({ email }: { email: string }) => email),
    run: requestEmailOtp,
    reply: success('api.email_otp_sent'),
  }),
  endpoint({
    method: 'POST',
    path: '/api/phone/otp',
    tag,
    summary: 'Send a code to a phone that is to be bound; the third of a day takes a human check',
    access: signedIn,
    body: RequestPhoneOtp,
    throttle: [...otpRequests('phone-otps', e164Of), textsOfUser],
    run: requestPhoneOtp,
    reply: success('api.phone_otp_sent'),
    refusals: [
      'api.phone_country_not_served',
      'api.phone_number_blacklisted',
      'api.phone_number_in_used',
      'api.captcha_failed',
      'api.otp_sent_failure',
    ],
  }),
  endpoint({
    method: 'GET',
    path: '/api/user-messages',
    tag,
    summary: 'Messages of the caller, newest first, with the counters of all of them',
    access: signedIn,
    query: ListMessages,
    run: listMessages,
    reply: success('api.user_messages_retrieved', Messages),
  }),
  endpoint({
    method: 'GET',
    path: '/api/user-messages/read',
    tag,
    summary: 'Mark messages read: those of the last 30 days, or those named',
    // This GET writes, so keys that only read may not call it.
    access: signedInByToken,
    query: ReadMessages,
    run: readMessages,
    reply: success('api.user_messages_have_been_read'),
  }),
  endpoint({
    method: 'POST',
    path: '/api/user-messages/read-all',
    tag,
    summary: 'Mark all messages of the last 30 days read',
    access: signedIn,
    run: readAllMessages,
    reply: success('api.user_messages_have_been_read_all'),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/user-messages/delete-multiple',
    tag,
    summary: 'Delete messages of the caller',
    access: signedIn,
    body: DeleteMessages,
    run: deleteMessages,
    reply: success('api.user_messages_deleted', z.object({ deletedCount: z.int() })),
  }),
  endpoint({
    method: 'POST',
    path: '/api/fcm/token',
    tag,
    summary: 'Have pushes of the caller sent to a device, and only those',
    access: signedIn,
    body: RegisterPushToken,
    run: registerPushToken,
    reply: constant(200, Done, { success: true, message: 'FCM token saved' }),
    refusalShape: plainFailure,
    refusals: ['api.user_not_found'],
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/fcm/delete-user-tokens',
    tag,
    summary: 'Send pushes of the caller to no device any more',
    access: signedIn,
    body: ClearPushTokens,
    run: clearPushTokens,
    reply: constant(200, Done, { success: true, message: 'FCM tokens cleared' }),
    refusalShape: plainFailure,
    refusals: ['api.user_not_found'],
  }),
  endpoint({
    method: 'POST',
    path: '/api/inquiries',
    tag,
    summary: 'Ask the operators something; takes the answer of a human check',
    access: anyone,
    body: SubmitInquiry,
    run: submitInquiry,
    reply: success('api.inquiry_submit_successfully'),
    refusals: ['api.captcha_failed', 'api.too_many_requests'],
  }),
]
