import type { ErrorTexts } from './error-text.ts'

/** Authentication: tokens, sign-in, keys and codes. */
export const accessErrors = {
  'auth.unauthenticated': {
    cause: 'The access token is missing, unknown, ended or older than 15 minutes.',
    action: 'Get a new one with the refresh token; where that fails, have the user sign in.',
    en: 'Please sign in to continue.',
    id: 'Silakan masuk untuk melanjutkan.',
  },
  'auth.email_not_verified': {
    cause: 'The address of the account was not verified yet.',
    action: 'Ask the user to follow the mailed link, and offer to have it mailed again.',
    en: 'Please verify your email address first.',
    id: 'Silakan verifikasi alamat email Anda terlebih dahulu.',
  },
  'auth.account_suspended': {
    cause: 'The account is suspended, by its owner or by an operator.',
    action: 'Send the user to support; only an operator lifts it.',
    en: 'Your account is suspended. Please contact support.',
    id: 'Akun Anda ditangguhkan. Silakan hubungi layanan pelanggan.',
  },
  'auth.failed': {
    cause: 'No account has this address and password.',
    action: 'Have the user enter them again, and offer to reset the password.',
    en: 'The email address or password is wrong.',
    id: 'Alamat email atau kata sandi salah.',
  },
  'auth.otp_failed': {
    cause: 'The code of the authenticator app is missing, wrong or used.',
    action: 'Ask for the code the authenticator shows now; each counts once.',
    en: 'The authenticator code is wrong or was used already.',
    id: 'Kode autentikator salah atau sudah dipakai.',
  },
  'auth.throttle': {
    cause: 'Signing in failed five times within five minutes.',
    action: 'Wait for as many seconds as Retry-After says; the right password waits too.',
    en: 'Too many failed sign-ins. Please wait a few minutes.',
    id: 'Terlalu banyak percobaan masuk yang gagal. Silakan tunggu beberapa menit.',
  },
  'auth.password': {
    cause: 'The password sent to confirm the change is not the one of the account.',
    action: 'Have the user enter it again; wrong ones count like failed sign-ins.',
    en: 'The password is wrong.',
    id: 'Kata sandi salah.',
  },
  'auth.session_not_found': {
    cause: 'The caller has no session with this id, or it has ended.',
    action: 'Get the list of sessions anew; a session that has ended needs nothing more.',
    en: 'That session has already ended.',
    id: 'Sesi tersebut sudah berakhir.',
  },
  'auth.email_not_found': {
    cause: 'The link was not made by us, or its address has no account.',
    action: 'Ask the user to copy the whole link, or to register.',
    en: 'This link does not belong to any account.',
    id: 'Tautan ini tidak terkait dengan akun mana pun.',
  },
  'auth.email_verification_link_expired': {
    cause: 'The link was used already or is older than an hour; a new one was mailed.',
    action: 'Ask the user to open the newest mail.',
    en: 'This link has expired. We have mailed you a new one.',
    id: 'Tautan ini sudah kedaluwarsa. Kami telah mengirim yang baru melalui email.',
  },
  'api.invalid_token': {
    cause: 'The refresh token or the reset token is unknown, used, revoked or too old.',
    action: 'Have the user sign in again, or ask for a new reset link.',
    en: 'Your session or link is no longer valid. Please start again.',
    id: 'Sesi atau tautan Anda tidak berlaku lagi. Silakan mulai dari awal.',
  },
  'api.reset_password_throttle': {
    cause: 'Resetting the password of this address was tried too often within an hour.',
    action: 'Wait for as many seconds as Retry-After says.',
    en: 'Too many attempts to reset the password. Please try again later.',
    id: 'Terlalu banyak percobaan mengatur ulang kata sandi. Silakan coba lagi nanti.',
  },
  'passwords.throttled': {
    cause: 'A reset link was asked for this address within the last minute.',
    action: 'Wait a minute; the link is probably in the mailbox by then.',
    en: 'We have just sent a link. Please wait a minute before asking again.',
    id: 'Kami baru saja mengirim tautan. Tunggu satu menit sebelum meminta lagi.',
  },
  'api.user_not_found': {
    cause: 'The user that is named is not the caller, or there is none.',
    action: "Send the caller's own id, as GET /api/users/me answers it.",
    en: 'This user was not found.',
    id: 'Pengguna ini tidak ditemukan.',
  },
  'api.twofa_already_bound': {
    cause: 'The account has two factors already.',
    action: 'Show them as bound; to change the device, unbind first.',
    en: 'Two-factor authentication is already on.',
    id: 'Autentikasi dua faktor sudah aktif.',
  },
  'api.required_for_twofa_binding': {
    cause: 'This needs two factors, and the account has none bound.',
    action: 'Lead the user to binding an authenticator.',
    en: 'Please turn on two-factor authentication first.',
    id: 'Silakan aktifkan autentikasi dua faktor terlebih dahulu.',
  },
  'api.captcha_failed': {
    cause: 'The human check is missing, used, too old or was not passed, or nobody could judge it.',
    action: 'Show the check again and send its new answer.',
    en: 'Please complete the human check again.',
    id: 'Silakan ulangi verifikasi bahwa Anda bukan robot.',
  },
  'api.email_otp_error': {
    cause:
      'The mailed code is wrong, used, replaced or too old, or there were too many wrong ones.',
    action: 'Have the user enter it again, or send a new code.',
    en: 'The code from the email is wrong or has expired.',
    id: 'Kode dari email salah atau sudah kedaluwarsa.',
  },
  'api.otp_verification_code_invalid': {
    cause:
      'The texted code is wrong, used, replaced or too old, or there were too many wrong ones.',
    action: 'Have the user enter it again, or send a new code.',
    en: 'The code from the text message is wrong or has expired.',
    id: 'Kode dari SMS salah atau sudah kedaluwarsa.',
  },
  'api.otp_code_request_throttle': {
    cause:
      'Too many codes were asked for within five minutes, an hour or, without an identity, a day.',
    action: 'Wait for as many seconds as Retry-After says before asking for another.',
    en: 'Too many codes requested. Please wait before asking for another.',
    id: 'Terlalu banyak permintaan kode. Silakan tunggu sebelum meminta lagi.',
  },
  'api.otp_sent_failure': {
    cause: 'The text message could not be sent.',
    action: 'Offer to try again in a minute, or with another number.',
    en: 'The code could not be sent. Please try again in a minute.',
    id: 'Kode tidak dapat dikirim. Silakan coba lagi dalam satu menit.',
  },
  'api.phone_number_blacklisted': {
    cause: 'Too many wrong codes were tried for this phone.',
    action: 'Send the user to support; only an operator lifts it.',
    en: 'This phone number can not be used. Please contact support.',
    id: 'Nomor telepon ini tidak dapat digunakan. Silakan hubungi layanan pelanggan.',
  },
  'api.phone_number_in_used': {
    cause: 'Another account has bound this phone.',
    action: 'Ask for another number.',
    en: 'This phone number is already in use.',
    id: 'Nomor telepon ini sudah digunakan.',
  },
  'api.phone_country_not_served': {
    cause: 'No texts are sent to phones of this country.',
    action: 'Offer the countries of the setting `otp.sms_countries`.',
    en: 'We can not send codes to phone numbers of this country.',
    id: 'Kami tidak dapat mengirim kode ke nomor telepon dari negara ini.',
  },
  'api.user_api_key_not_found': {
    cause: 'The caller has no API key with this id, key or secret.',
    action: 'Read the list of keys again.',
    en: 'This API key was not found.',
    id: 'Kunci API ini tidak ditemukan.',
  },
  'api.api_key_limit': {
    cause: 'The account has as many API keys as one may have.',
    action: 'Have the user delete one first; the code stays good.',
    en: 'You have reached the maximum number of API keys.',
    id: 'Anda sudah mencapai jumlah maksimum kunci API.',
  },
  'api.api_key_permission_denied': {
    cause:
      'The API key lacks the permission that this endpoint needs, no key opens it, or a password' +
      ' reset suspended the key.',
    action: 'Use a key with that permission or an access token; edit a suspended key.',
    en: 'This API key is not allowed to do that.',
    id: 'Kunci API ini tidak diizinkan melakukan hal tersebut.',
  },
} as const satisfies ErrorTexts
