import { z } from 'zod'
import { type Caller, signedIn, signedInByToken } from '../../platform/access/signed-in.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { success } from '../../platform/http/envelope.ts'
import { KtpAnswer } from '../../providers/idp/ktp.ts'
import { cardReadings, livenessChecks } from './applicant.ts'
import {
  CertificationState,
  CertificationView,
  CertifyResidence,
} from './certification/certification-contracts.ts'
import { certifications, certifyResidence } from './certification/certify-residence.ts'
import { showCertification } from './certification/show-certification.ts'
import { visionLimits } from './identity-limits.ts'
import { ReadIdCard, readIdCard } from './read-id-card.ts'
import { RegisterWithLiveness, registerWithLiveness } from './register-with-liveness.ts'
import {
  CreateVisionVerification,
  createVisionVerification,
  visionUploads,
} from './vision/create-vision-verification.ts'
import {
  ListVisionVerifications,
  listVisionVerifications,
} from './vision/list-vision-verifications.ts'
import { showVisionStatistics } from './vision/show-vision-statistics.ts'
import { showVisionVerification } from './vision/show-vision-verification.ts'
import {
  UpdateVisionVerification,
  updateVisionVerification,
} from './vision/update-vision-verification.ts'
import {
  VisionRequestId,
  VisionStatistics,
  VisionVerification,
  visionFailure,
  visionList,
  visionReply,
} from './vision/vision-contracts.ts'

const identity = endpointsOf('Identity')
const callerKey = ({ caller }: Readonly<{ caller: Caller }>): string => caller.id.toString()

const CardShown = KtpAnswer.extend({
  image_ocr_url: z.url().meta({ description: 'The URL of the stored image, valid for 5 minutes.' }),
})

const vision = endpointsOf('Image verifications')

/** Endpoints of specification 4.7. */
export const identityEndpoints = [
  identity.post('/api/idp/ocr', {
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
  identity.post('/api/idp/liveness-register', {
    summary: 'Register the owner of the last card that was read, by their face; the result follows',
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
  identity.get('/api/users/tax-certification', {
    summary: 'The tax residence that the caller certified, and whether one must be certified',
    access: signedInByToken,
    run: showCertification,
    reply: success('api.tax_certification_retrieved', CertificationState),
  }),
  identity.post('/api/users/tax-certification', {
    summary: 'Certify the tax residence; it replaces an earlier certification',
    access: signedInByToken,
    body: CertifyResidence,
    throttle: [{ ...certifications, key: callerKey }],
    run: certifyResidence,
    reply: success('api.tax_certification_stored', CertificationView),
    refusals: [
      'api.identity_verification_are_required',
      'api.tax_certification_differs',
      'api.tax_residence_invalid',
      'api.tax_residence_unexplained',
    ],
  }),
  vision.post('/api/vision/verification', {
    summary: 'Store an image with the data of its verification',
    access: signedIn,
    body: CreateVisionVerification,
    throttle: [{ ...visionUploads, key: ({ caller }: { caller: Caller }) => caller.id.toString() }],
    run: createVisionVerification,
    reply: visionReply(201, 'Verification created', VisionVerification),
    refusalShape: visionFailure,
    refusals: ['api.oss_upload_fail'],
  }),
  vision.put('/api/vision/verification/{requestId}', {
    summary: 'Change the result of a verification, and advance its status',
    access: signedIn,
    params: VisionRequestId,
    body: UpdateVisionVerification,
    bodyLimitBytes: visionLimits.bodyBytes,
    run: updateVisionVerification,
    reply: visionReply(200, 'Verification updated', VisionVerification),
    refusalShape: visionFailure,
    refusals: ['api.vision_verification_not_found'],
  }),
  vision.get('/api/vision/verifications', {
    summary: 'The verifications of the caller, newest first',
    access: signedIn,
    query: ListVisionVerifications,
    run: listVisionVerifications,
    reply: visionList('Verifications retrieved'),
    refusalShape: visionFailure,
  }),
  vision.get('/api/vision/verification/{requestId}', {
    summary: 'One verification of the caller',
    access: signedIn,
    params: VisionRequestId,
    run: showVisionVerification,
    reply: visionReply(200, 'Verification retrieved', VisionVerification),
    refusalShape: visionFailure,
    refusals: ['api.vision_verification_not_found'],
  }),
  vision.get('/api/vision/statistics', {
    summary: 'How many verifications the caller has, by service, status and day',
    access: signedIn,
    run: showVisionStatistics,
    reply: visionReply(200, 'Statistics retrieved', VisionStatistics),
    refusalShape: visionFailure,
  }),
]
