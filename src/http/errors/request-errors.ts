import type { ErrorTexts } from './error-text.ts'

/** Errors that any endpoint may return. */
export const requestErrors = {
  'api.not_found': {
    cause: 'No endpoint has this path.',
    action: 'Correct the path; the reference lists them all.',
    en: 'This page does not exist.',
    id: 'Halaman ini tidak ada.',
  },
  'api.method_not_allowed': {
    cause: 'The path exists, but not with this method.',
    action: 'Use a method that the Allow header names.',
    en: 'This action is not available here.',
    id: 'Tindakan ini tidak tersedia di sini.',
  },
  'api.request_timeout': {
    cause: 'The request did not arrive whole in time.',
    action: 'Send it again, over a better connection if need be.',
    en: 'The connection was too slow. Please try again.',
    id: 'Koneksi terlalu lambat. Silakan coba lagi.',
  },
  'api.payload_too_large': {
    cause: 'The body, or a field of it, is larger than this endpoint takes.',
    action: 'Send less; for a photo, a smaller picture.',
    en: 'What you sent is too large.',
    id: 'Data yang Anda kirim terlalu besar.',
  },
  'api.unsupported_media_type': {
    cause: 'The Content-Type or Content-Encoding is none that this endpoint reads.',
    action: 'Send what the reference names for it, without compression.',
    en: 'This kind of content is not accepted.',
    id: 'Jenis konten ini tidak diterima.',
  },
  'api.headers_too_large': {
    cause: 'The headers of the request are larger than 8 kB.',
    action: 'Send fewer or shorter headers, and shorter queries.',
    en: 'The request could not be read. Please restart the app.',
    id: 'Permintaan tidak dapat dibaca. Silakan mulai ulang aplikasi.',
  },
  'api.validation_failed': {
    cause:
      'A field is missing or breaks its rule. The answer holds a sentence in place of the key.',
    action: 'Show the sentence beside its field and let the user correct it.',
    en: 'Some of what you entered is not right. Please check it.',
    id: 'Sebagian isian Anda belum benar. Silakan periksa kembali.',
  },
  'api.malformed_request': {
    cause: 'The request can not be read: broken JSON, a name given twice, a body that ends early.',
    action: 'Correct how the request is written; sending the same again does not help.',
    en: 'The request could not be read. Please try again.',
    id: 'Permintaan tidak dapat dibaca. Silakan coba lagi.',
  },
  'api.too_many_requests': {
    cause: 'A limit on requests of this kind is used up.',
    action: 'Wait for as many seconds as Retry-After says, then send it again.',
    en: 'Too many attempts. Please wait a moment and try again.',
    id: 'Terlalu banyak percobaan. Silakan tunggu sebentar lalu coba lagi.',
  },
  'api.server_error': {
    cause: 'Something failed on our side. What was asked for may or may not be done.',
    action: 'Look at the state before asking again, and report the X-Request-Id.',
    en: 'Something went wrong on our side. Please try again later.',
    id: 'Terjadi kesalahan di pihak kami. Silakan coba lagi nanti.',
  },
  'api.service_unavailable': {
    cause: 'The service is too busy, or something it needs is away.',
    action: 'Wait for as many seconds as Retry-After says, then send it again.',
    en: 'The service is busy right now. Please try again shortly.',
    id: 'Layanan sedang sibuk. Silakan coba lagi sebentar lagi.',
  },
  'api.idempotency_key_reused': {
    cause: 'This Idempotency-Key was used for another request within 24 hours.',
    action: 'Give every new request a new key, and keep one for repeats of the same.',
    en: 'This request was already used for something else. Please start again.',
    id: 'Permintaan ini sudah dipakai untuk hal lain. Silakan mulai dari awal.',
  },
  'api.request_in_progress': {
    cause: 'The first request under this Idempotency-Key is still under way.',
    action: 'Wait for as many seconds as Retry-After says, then send it again with the same key.',
    en: 'Your request is still being processed. Please wait.',
    id: 'Permintaan Anda masih diproses. Mohon tunggu.',
  },
} as const satisfies ErrorTexts
