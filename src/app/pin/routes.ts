import { z } from 'zod'
import { mailedChanges } from '../../platform/access/mailed-changes.ts'
import { assertHashCapacity, queuePlaceOf } from '../../platform/access/passwords/passwords.ts'
import { signedIn } from '../../platform/access/signed-in.ts'
import { PinState } from '../../platform/http/contracts/pin-state.ts'
import { anyone } from '../../platform/http/endpoint/admit.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { invalidAs, success, successOneOf } from '../../platform/http/envelope.ts'
import { CreatePin, createPin } from './create-pin.ts'
import {
  pinQuestions,
  pinQuestionsAboutOne,
  pinQuestionsAnHour,
  pinUpdates,
  pinValidations,
} from './pin-contracts.ts'
import { biometricsMessages, SetBiometrics, setBiometrics } from './set-biometrics.ts'
import { PinStatus, showPinStatus } from './show-pin-status.ts'
import { isEmptyUpdate, UpdatePin, updatePin } from './update-pin.ts'
import { ValidatePin, validatePin } from './validate-pin.ts'

const { post } = endpointsOf('PIN and biometric lock')

/** Endpoints of specification 4.5. */
export const pinEndpoints = [
  post('/api/pin/status_pin', {
    summary: 'Whether an account has a PIN and which locks are on',
    access: anyone,
    body: PinStatus,
    throttle: [
      { ...pinQuestions, key: ({ ip }) => ip },
      { ...pinQuestionsAnHour, key: ({ ip }) => ip },
      { ...pinQuestionsAboutOne, key: ({ input }) => input.email },
    ],
    run: showPinStatus,
    reply: success('api.pin_status_success', PinState),
    refusals: ['api.pin_status_failed'],
  }),
  post('/api/pin/create', {
    summary: 'Set a first PIN; it locks the app from then on',
    access: signedIn,
    body: CreatePin,
    run: createPin,
    reply: success('api.pin_created'),
    refusals: ['api.pin_exists', 'api.pin_invalid_request', 'api.too_many_requests'],
  }),
  post('/api/pin/validate', {
    summary: 'Check the PIN; ten wrong ones in a row end every session',
    access: signedIn,
    body: ValidatePin,
    throttle: [{ ...pinValidations, key: ({ caller }) => caller.id.toString() }],
    assertCapacity: (request) => assertHashCapacity(queuePlaceOf(request)),
    slowRefusals: true,
    run: validatePin,
    reply: success('auth.logged_in'),
    refusals: ['api.pin_not_exists', 'api.pin_login_failed'],
  }),
  post('/api/pin/update', {
    summary: 'Change the PIN with the password, its lock, or both at once',
    access: signedIn,
    body: UpdatePin,
    throttle: [
      {
        ...pinUpdates,
        key: ({ caller, input }) => (isEmptyUpdate(input) ? null : caller.id.toString()),
      },
    ],
    assertCapacity: (request) => assertHashCapacity(queuePlaceOf(request)),
    slowRefusals: true,
    run: updatePin,
    reply: success('api.pin_update_success', z.array(z.never()).max(0).readonly()),
    refusals: [
      'api.pin_invalid_request',
      'auth.throttle',
      'api.pin_update_failed',
      'api.pin_not_exists',
      'api.pin_update_failed_same_value',
    ],
  }),
  post('/api/biometric/create-or-update', {
    summary: 'Enable or disable the biometric lock',
    access: signedIn,
    body: SetBiometrics,
    throttle: [mailedChanges],
    run: setBiometrics,
    reply: successOneOf(biometricsMessages),
    refusalShape: invalidAs('api.biometric_update_failed'),
    refusals: [
      'auth.throttle',
      'api.biometric_update_failed',
      'api.biometric_update_failed_same_value',
    ],
  }),
]
