import type { ErrorTexts } from './error-text.ts'

/** Deposits, withdrawals, and what providers tell us. */
export const moneyErrors = {
  'api.virtual_account_unavailable': {
    cause: 'The bank did not give a virtual account number, or has not yet.',
    action: 'Ask again in a minute; a number on its way is then answered.',
    en: 'The virtual account is not available yet. Please try again shortly.',
    id: 'Virtual account belum tersedia. Silakan coba lagi sebentar lagi.',
  },
  'api.virtual_account_limit': {
    cause: 'The caller has as many virtual accounts as one may have.',
    action: 'Use one of those there are.',
    en: 'You have reached the maximum number of virtual accounts.',
    id: 'Anda sudah mencapai jumlah maksimum virtual account.',
  },
  'api.callback_unauthorized': {
    cause: 'A callback came without the token agreed with its provider.',
    action: 'Providers only: send the agreed token in X-Callback-Token.',
    en: 'This call is not allowed.',
    id: 'Panggilan ini tidak diizinkan.',
  },
  'api.report_unauthorized': {
    cause: "The report queue's bearer token or client_secret is wrong.",
    action: 'The queue only: send the token and the secret of the report kind.',
    en: 'This call is not allowed.',
    id: 'Panggilan ini tidak diizinkan.',
  },
  'api.report_not_found': {
    cause: 'No report has this request_id.',
    action: 'The queue only: answer with the request_id that came with the report.',
    en: 'This report was not found.',
    id: 'Laporan ini tidak ditemukan.',
  },
} as const satisfies ErrorTexts
