import type { ErrorTexts } from './error-text.ts'

/** Identity verification and stored pictures. */
export const identityErrors = {
  'api.only_for_indonesian': {
    cause: 'The nationality is unknown to us or is not Indonesia.',
    action: 'Send the id, the ISO code or the name of a country; only Indonesians are served.',
    en: 'This service is for Indonesian citizens only.',
    id: 'Layanan ini hanya untuk warga negara Indonesia.',
  },
  'api.idp_ocr_fail': {
    cause: 'The card or the face could not be read, the provider is away, or no card was read yet.',
    action: 'Have the user take the picture again; before a face, a card must have been read.',
    en: 'We could not read your identity card. Please take the picture again.',
    id: 'KTP Anda tidak dapat dibaca. Silakan ambil gambar lagi.',
  },
  'api.url_oss_fail': {
    cause: 'The picture is stored, and its address could not be made.',
    action: 'Send it again; what was read is not read anew.',
    en: 'The picture cannot be shown right now. Please try again.',
    id: 'Gambar belum dapat ditampilkan. Silakan coba lagi.',
  },
  'api.oss_upload_fail': {
    cause: 'The store for pictures did not take the upload. Nothing was kept.',
    action: 'Send it again in a minute.',
    en: 'The picture could not be saved. Please try again.',
    id: 'Gambar tidak dapat disimpan. Silakan coba lagi.',
  },
  'api.vision_verification_not_found': {
    cause: 'The caller has no image verification with this request id.',
    action: 'Read the list of verifications again.',
    en: 'This verification was not found.',
    id: 'Verifikasi ini tidak ditemukan.',
  },
} as const satisfies ErrorTexts
