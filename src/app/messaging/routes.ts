import { z } from 'zod'
import {
  codesOfPhone,
  otpRequests,
  textsOfNetwork,
  textsOfUser,
} from '../../platform/access/one-time-codes/otp-requests.ts'
import { signedIn, signedInByToken } from '../../platform/access/signed-in.ts'
import { e164Of } from '../../platform/http/contracts/phone-contracts.ts'
import { anyone } from '../../platform/http/endpoint/admit.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { constant, success } from '../../platform/http/envelope.ts'
import { plainFailure } from '../../platform/http/responses/plain-refusal.ts'
import { DeleteMessages, deleteMessages } from './delete-messages.ts'
import { ListMessages, listMessages, Message } from './list-messages.ts'
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

const { get, post, remove } = endpointsOf('Messaging')

const Messages = z
  .object({
    data: z.array(Message),
    totalCount: z.int(),
    totalReadCount: z.int(),
    totalUnreadCount: z.int(),
  })
  .meta({ id: 'MessageList' })

const Done = z.object({ success: z.literal(true), message: z.string() }).meta({ id: 'Done' })

/** Endpoints of specification 4.6. */
export const messagingEndpoints = [
  post('/api/email/otp-code', {
    summary: 'Mail a code to the owner of an address',
    access: anyone,
    body: RequestEmailOtp,
    deviceKey: 'read',
    throttle: [otpRequests('email-otps', ({ email }: { email: string }) => email)],
    run: requestEmailOtp,
    reply: success('api.email_otp_sent'),
    refusals: ['api.otp_code_request_throttle'],
  }),
  post('/api/phone/otp', {
    summary: 'Send a code to a phone to bind; from the fourth of a day on a captcha is required',
    access: signedIn,
    body: RequestPhoneOtp,
    throttle: [
      otpRequests('phone-otps', e164Of),
      textsOfNetwork,
      codesOfPhone(e164Of),
      textsOfUser,
    ],
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
  get('/api/user-messages', {
    summary: 'Messages of the caller, newest first, with counters over all messages',
    access: signedIn,
    query: ListMessages,
    run: listMessages,
    reply: success('api.user_messages_retrieved', Messages),
  }),
  get('/api/user-messages/read', {
    summary: 'Mark messages as read: those of the last 30 days, or those with the given ids',
    // This GET writes, so keys that only read may not call it.
    access: signedInByToken,
    query: ReadMessages,
    writes: true,
    run: readMessages,
    reply: success('api.user_messages_have_been_read'),
  }),
  post('/api/user-messages/read-all', {
    summary: 'Mark all messages of the last 30 days as read',
    access: signedIn,
    run: readAllMessages,
    reply: success('api.user_messages_have_been_read_all'),
  }),
  remove('/api/user-messages/delete-multiple', {
    summary: 'Delete messages of the caller',
    access: signedIn,
    body: DeleteMessages,
    run: deleteMessages,
    reply: success(
      'api.user_messages_deleted',
      z.object({ deletedCount: z.int() }).meta({ id: 'DeletedMessages' }),
    ),
  }),
  post('/api/fcm/token', {
    summary: "Register a device for the caller's pushes, and for no other user's",
    access: signedIn,
    body: RegisterPushToken,
    run: registerPushToken,
    reply: constant(200, Done, { success: true, message: 'FCM token saved' }),
    refusalShape: plainFailure,
    refusals: ['api.user_not_found'],
  }),
  remove('/api/fcm/delete-user-tokens', {
    summary: "Remove all devices from the caller's pushes",
    access: signedIn,
    body: ClearPushTokens,
    run: clearPushTokens,
    reply: constant(200, Done, { success: true, message: 'FCM tokens cleared' }),
    refusalShape: plainFailure,
    refusals: ['api.user_not_found'],
  }),
  post('/api/inquiries', {
    summary: 'Send an inquiry to the operators; requires a captcha',
    access: anyone,
    body: SubmitInquiry,
    run: submitInquiry,
    reply: success('api.inquiry_submit_successfully'),
    refusals: ['api.captcha_failed', 'api.too_many_requests'],
  }),
]
