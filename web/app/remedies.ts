/** The screens on which a user puts right what a refusal asks for. */
export const remedies = {
  'api.identity_verification_are_required': '/account/identity',
  'api.tax_certification_required': '/account/tax-residence',
  'api.required_for_twofa_binding': '/account/two-factor',
} as const
