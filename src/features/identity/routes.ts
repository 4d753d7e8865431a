import { z } from 'zod'
import { type Caller, signedIn } from '../../access/signed-in.ts'
import { limits } from '../../base/limits.ts'
import { endpoint } from '../../http/endpoint.ts'
import { success } from '../../http/envelope.ts'
import { KtpAnswer } from '../../providers/idp/ktp.ts'
import { cardReadings, livenessChecks } from './applicant.ts'
import {
  CreateVisionVerification,
  createVisionVerification,
  visionUploads,
} from './create-vision-verification.ts'
import { ListVisionVerifications, listVisionVerifications } from './list-vision-verifications.ts'
import { ReadIdCard, readIdCard } from './read-id-card.ts'
import { RegisterWithLiveness, registerWithLiveness } from './register-with-liveness.ts'
import { showVisionStatistics } from './show-vision-statistics.ts'
import { showVisionVerification } from './show-vision-verification.ts'
import { UpdateVisionVerification, updateVisionVerification } from './update-vision-verification.ts'
import {
  VisionRequestId,
  VisionStatistics,
  VisionVerification,
  visionFailure,
  visionList,
  visionReply,
} from './vision-contracts.ts'

const identity = 'Identity'
const callerKey = ({ caller }: Readonly<{ caller: Caller }>): string => caller.id.toString()

const CardShown = KtpAnswer.extend({
  image_ocr_url: z
    .url()
    .meta({ description: 'Where the stored image can be seen, for 5 minutes.' }),
})

const vision = 'Image verifications'

/** Endpoints of specification 4.7. */
export const identityEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/idp/ocr',
    tag: identity,
    summary: 'Have an identity card read',
    access: signedIn,
    body: ReadIdCard,
    throttle: [{ ...cardReadings, key: callerKey }],
    run: readIdCard,
    reply: success('api.idp_ocr_success', CardShown),
    refusals: [
      'api.user_not_found',
      'api.only_for_indonesian',
      'api.idp_ocr_fail',
      'api.oss_upload_fail',
      'api.url_oss_fail',
      'api.request_in_progress',
    ],
  }),
  endpoint({
    method: 'POST',
    path: '/api/idp/liveness-register',
    tag: identity,
    summary: 'Prove to be the owner of the card that was read last; what comes of it is told later',
    access: signedIn,
    body: RegisterWithLiveness,
    throttle: [{ ...livenessChecks, key: callerKey }],
    run: registerWithLiveness,
    reply: success('api.idp_liveness_register_success'),
    refusals: [
      'api.user_not_found',
      'api.only_for_indonesian',
      'api.idp_ocr_fail',
      'api.oss_upload_fail',
      'api.request_in_progress',
    ],
  }),
  endpoint({
    method: 'POST',
    path: '/api/vision/verification',
    tag: vision,
    summary: 'Keep an image with what was asked and found out about it',
    access: signedIn,
    body: CreateVisionVerification,
    throttle: [{ ...visionUploads, key: ({ caller }: { caller: Caller }) => caller.id.toString() }],
    run: createVisionVerification,
    reply: visionReply(201, 'Verification created', VisionVerification),
    refusalShape: visionFailure,
    refusals: ['api.oss_upload_fail'],
  }),
  endpoint({
    method: 'PUT',
    path: '/api/vision/verification/{requestId}',
    tag: vision,
    summary: 'Change what was found out, and move the status forward',
    access: signedIn,
    params: VisionRequestId,
    body: UpdateVisionVerification,
    bodyLimitBytes: limits.vision.bodyBytes,
    run: updateVisionVerification,
    reply: visionReply(200, 'Verification updated', VisionVerification),
    refusalShape: visionFailure,
    refusals: ['api.vision_verification_not_found'],
  }),
  endpoint({
    method: 'GET',
    path: '/api/vision/verifications',
    tag: vision,
    summary: 'The verifications of the caller, newest first',
    access: signedIn,
    query: ListVisionVerifications,
    run: listVisionVerifications,
    reply: visionList('Verifications retrieved'),
    refusalShape: visionFailure,
  }),
  endpoint({
    method: 'GET',
    path: '/api/vision/verification/{requestId}',
    tag: vision,
    summary: 'One verification of the caller',
    access: signedIn,
    params: VisionRequestId,
    run: showVisionVerification,
    reply: visionReply(200, 'Verification retrieved', VisionVerification),
    refusalShape: visionFailure,
    refusals: ['api.vision_verification_not_found'],
  }),
  endpoint({
    method: 'GET',
    path: '/api/vision/statistics',
    tag: vision,
    summary: 'How many verifications the caller has, by service, status and day',
    access: signedIn,
    run: showVisionStatistics,
    reply: visionReply(200, 'Statistics retrieved', VisionStatistics),
    refusalShape: visionFailure,
  }),
]
