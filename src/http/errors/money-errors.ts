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
  'api.qris_code_unavailable': {
    cause: 'The provider did not give a QR code.',
    action: 'Ask again in a minute; nothing was charged.',
    en: 'A QR code is not available at the moment. Please try again shortly.',
    id: 'Kode QR belum tersedia saat ini. Silakan coba lagi sebentar lagi.',
  },
  'api.payd_order_unavailable': {
    cause: 'payd did not open the order, or did not answer.',
    action: 'Ask again with a new idempotency key, or offer another way to pay.',
    en: 'This way to pay is not available right now. Please try again or choose another.',
    id: 'Metode pembayaran ini sedang tidak tersedia. Silakan coba lagi atau pilih yang lain.',
  },
  'api.payd_session_used': {
    cause: 'payd asked again in the name of a session whose payment has come already.',
    action: 'Only payd sees this: an inquiry for another payment has a session of its own.',
    en: 'This payment has been made already.',
    id: 'Pembayaran ini sudah dilakukan.',
  },
  'api.deposit_amount_out_of_bounds': {
    cause: 'The amount is below the least or above the most that this way to pay takes.',
    action: 'Take the bounds from the settings, and ask for another amount.',
    en: 'The amount is outside the limits of this way to pay.',
    id: 'Jumlahnya di luar batas metode pembayaran ini.',
  },
  'api.deposit_is_inactive': {
    cause: 'Deposits are switched off.',
    action: 'Offer it again once GET /api/wallet-status says that deposits are active.',
    en: 'Deposits are paused at the moment.',
    id: 'Deposit sedang dihentikan sementara.',
  },
  'api.cash_deposit_limit': {
    cause: 'The caller has claimed as many transfers today as one may, in Jakarta.',
    action: 'Wait until tomorrow, or for the decision about those there are.',
    en: 'You have reported as many transfers as possible today.',
    id: 'Anda sudah melaporkan transfer sebanyak yang diperbolehkan hari ini.',
  },
  'api.cash_deposit_not_found': {
    cause: 'No claimed transfer has this number.',
    action: 'Read the list of deposits to be decided again.',
    en: 'This deposit does not exist.',
    id: 'Deposit ini tidak ada.',
  },
  'api.coin_network_unknown': {
    cause: 'The coin does not exist, or does not exist on that network.',
    action: 'Take symbol and network from GET /api/users/coins.',
    en: 'This coin is not available on this network.',
    id: 'Koin ini tidak tersedia di jaringan ini.',
  },
  'api.coin_deposit_is_inactive': {
    cause: 'Deposits of this coin on this network are switched off.',
    action: 'Offer another network, or wait: the coin list says when it is active again.',
    en: 'Deposits of this coin are paused on this network.',
    id: 'Deposit koin ini di jaringan ini sedang dihentikan sementara.',
  },
  'api.coin_address_unavailable': {
    cause: 'Custody did not give an address, or has not yet.',
    action: 'Ask again in a minute; an address on its way is then answered.',
    en: 'The address is not available yet. Please try again shortly.',
    id: 'Alamat belum tersedia. Silakan coba lagi sebentar lagi.',
  },
  'api.manual_deposit_digits_failed': {
    cause: 'The number for a manual transfer can not be given: its setting is missing or wrong.',
    action: 'Try again later; tell support when it goes on.',
    en: 'A transfer number is not available right now. Please try again later.',
    id: 'Nomor transfer belum tersedia saat ini. Silakan coba lagi nanti.',
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
