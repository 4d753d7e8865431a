import type { LinkPage } from './link-page.ts'

/** The page that confirms the email address its link was mailed to. */
export const verifyEmailPage: LinkPage = {
  path: '/verify-email',
  request: { method: 'GET', path: '/api/auth/email-verify/' },
  words: {
    en: {
      title: 'Confirm your email address',
      text: 'Press the button to confirm that this email address is yours.',
      button: 'Confirm my address',
      note: 'If you did not open an account at Tukar, close this page and do not press the button.',
      done: 'Your email address is confirmed. You can sign in to the app now.',
      refused: {
        'auth.email_verification_link_expired':
          'This link has expired or was used. We sent you a mail with a new one.',
        'auth.email_not_found': 'This link is not complete. Open it again from the mail.',
      },
    },
    id: {
      title: 'Konfirmasi alamat email Anda',
      text: 'Tekan tombol di bawah untuk mengonfirmasi bahwa alamat email ini milik Anda.',
      button: 'Konfirmasi alamat saya',
      note: 'Jika Anda tidak membuka akun di Tukar, tutup halaman ini dan jangan tekan tombolnya.',
      done: 'Alamat email Anda sudah dikonfirmasi. Sekarang Anda dapat masuk ke aplikasi.',
      refused: {
        'auth.email_verification_link_expired':
          'Tautan ini sudah kedaluwarsa atau sudah dipakai. Kami mengirim tautan baru lewat email.',
        'auth.email_not_found': 'Tautan ini tidak lengkap. Buka lagi dari email Anda.',
      },
    },
  },
}

/** The page to end a session that another person may have started, linked from the sign-in mail. */
export const endSessionPage: LinkPage = {
  path: '/end-session',
  request: { method: 'POST', path: '/api/auth/end-session/' },
  words: {
    en: {
      title: 'End this session?',
      text: 'Press the button to sign out the device that signed in to your account.',
      button: 'End the session',
      note: 'If it was you who signed in, close this page and do not press the button.',
      done: 'The session has ended. Now reset your password in the app.',
    },
    id: {
      title: 'Akhiri sesi ini?',
      text: 'Tekan tombol di bawah untuk mengeluarkan perangkat yang masuk ke akun Anda.',
      button: 'Akhiri sesi',
      note: 'Jika Anda sendiri yang masuk, tutup halaman ini dan jangan tekan tombolnya.',
      done: 'Sesi telah diakhiri. Sekarang atur ulang kata sandi Anda di aplikasi.',
    },
  },
}

/** The page to undo a change of the factors that another person made, linked from its mail. */
export const undoChangePage: LinkPage = {
  path: '/undo-change',
  request: { method: 'POST', path: '/api/auth/undo-change/' },
  words: {
    en: {
      title: 'Was it not you?',
      text:
        'Press the button to undo the change that the mail is about. You are signed out ' +
        'everywhere.',
      button: 'Undo the change',
      note: 'If it was you, close this page and do not press the button.',
      done: 'The change is undone and every session has ended. Now reset your password in the app.',
      refused: {
        'api.undo_too_late':
          'The change is more than a day old, so this link no longer undoes it. Reset your ' +
          'password and write to us.',
      },
    },
    id: {
      title: 'Bukan Anda?',
      text:
        'Tekan tombol di bawah untuk membatalkan perubahan dalam email itu. Anda dikeluarkan ' +
        'dari semua perangkat.',
      button: 'Batalkan perubahan',
      note: 'Jika Anda sendiri yang melakukannya, tutup halaman ini dan jangan tekan tombolnya.',
      done:
        'Perubahan dibatalkan dan semua sesi diakhiri. Sekarang atur ulang kata sandi Anda di ' +
        'aplikasi.',
      refused: {
        'api.undo_too_late':
          'Perubahan ini sudah lebih dari sehari, sehingga tautan ini tidak membatalkannya lagi. ' +
          'Atur ulang kata sandi Anda dan hubungi kami.',
      },
    },
  },
}

/** The page with which an owner freezes the account, linked from mails about acts in it. */
export const freezeAccountPage: LinkPage = {
  path: '/freeze-account',
  request: { method: 'POST', path: '/api/auth/freeze-account/' },
  words: {
    en: {
      title: 'Freeze your account?',
      text:
        'Press the button if what the mail reports was not you. You are signed out everywhere, ' +
        'open orders are cancelled, and signing in, trading and withdrawing are blocked. Your ' +
        'money stays yours.',
      button: 'Freeze my account',
      note:
        'Only our support reactivates a frozen account. If it was you, close this page and do ' +
        'not press the button.',
      done: 'Your account is frozen. Now reset your password, then write to us to reactivate it.',
      refused: {
        'api.invalid_token':
          'This link is not complete, or older than a week. Open it from a newer mail, or write ' +
          'to us.',
      },
    },
    id: {
      title: 'Bekukan akun Anda?',
      text:
        'Tekan tombol di bawah jika yang dilaporkan email itu bukan Anda. Anda dikeluarkan dari ' +
        'semua perangkat, order terbuka dibatalkan, dan masuk, perdagangan, serta penarikan ' +
        'diblokir. Uang Anda tetap milik Anda.',
      button: 'Bekukan akun saya',
      note:
        'Akun yang dibekukan hanya dapat diaktifkan lagi oleh layanan kami. Jika Anda sendiri ' +
        'yang melakukannya, tutup halaman ini dan jangan tekan tombolnya.',
      done:
        'Akun Anda dibekukan. Sekarang atur ulang kata sandi Anda, lalu hubungi kami untuk ' +
        'mengaktifkannya lagi.',
      refused: {
        'api.invalid_token':
          'Tautan ini tidak lengkap, atau lebih dari seminggu. Buka dari email yang lebih baru, ' +
          'atau hubungi kami.',
      },
    },
  },
}
