import type { ErrorTexts } from './error-text.ts'

/** Bank accounts, PIN, biometric lock. */
export const accountErrors = {
  'api.bank_not_found': {
    cause: 'The caller has no bank account with this id.',
    action: 'Read the list of bank accounts again.',
    en: 'This bank account was not found.',
    id: 'Rekening bank ini tidak ditemukan.',
  },
  'api.bank_limit': {
    cause: 'The caller has as many bank accounts as one may have.',
    action: 'Have the user delete one first.',
    en: 'You have reached the maximum number of bank accounts.',
    id: 'Anda sudah mencapai jumlah maksimum rekening bank.',
  },
  'api.pin_status_failed': {
    cause: 'No account has this address.',
    action: 'Check the address, or offer to register.',
    en: 'The PIN status could not be read.',
    id: 'Status PIN tidak dapat dibaca.',
  },
  'api.pin_invalid_request': {
    cause:
      'The PIN or its confirmation is missing or not six digits, or nothing was to be changed.',
    action: 'Send the PIN as a text of six digits, twice the same.',
    en: 'The PIN must be six digits, entered the same twice.',
    id: 'PIN harus enam digit dan diisi sama dua kali.',
  },
  'api.pin_exists': {
    cause: 'The account has a PIN already.',
    action: 'Change it with the update endpoint.',
    en: 'You already have a PIN.',
    id: 'Anda sudah memiliki PIN.',
  },
  'api.pin_not_exists': {
    cause: 'The account has no PIN.',
    action: 'Lead the user to making one.',
    en: 'You do not have a PIN yet.',
    id: 'Anda belum memiliki PIN.',
  },
  'api.pin_login_failed': {
    cause: 'The PIN is wrong. Ten wrong ones in a row end every session.',
    action: 'Have the user enter it again, and offer to set a new one with the password.',
    en: 'The PIN is wrong.',
    id: 'PIN salah.',
  },
  'api.pin_update_failed': {
    cause: 'The password that should confirm the change is missing or wrong.',
    action: 'Have the user enter the password again; wrong ones count like failed sign-ins.',
    en: 'The PIN could not be changed. Please check your password.',
    id: 'PIN tidak dapat diubah. Silakan periksa kata sandi Anda.',
  },
  'api.pin_update_failed_same_value': {
    cause: 'The lock is already as it was asked to be, so nothing of the update was done.',
    action: 'Leave out what does not change.',
    en: 'The new value is the same as the current one.',
    id: 'Nilai baru sama dengan yang sekarang.',
  },
  'api.biometric_update_failed': {
    cause:
      'The lock is neither 0 nor 1; or lowering it needs the password here, and it is missing or' +
      ' wrong.',
    action: 'Send 0 or 1; where lowering is refused, ask for the password and send it along.',
    en: 'The biometric lock could not be changed.',
    id: 'Kunci biometrik tidak dapat diubah.',
  },
  'api.biometric_update_failed_same_value': {
    cause: 'The lock is already as it was asked to be.',
    action: 'Take the state as it is.',
    en: 'The biometric lock is already set this way.',
    id: 'Kunci biometrik sudah diatur seperti itu.',
  },
} as const satisfies ErrorTexts
