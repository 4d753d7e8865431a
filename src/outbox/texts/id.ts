import { readable, readableTime, type Texts } from './text.ts'

const marked = (amount: string): string => readable(amount, { group: '.', decimal: ',' })

export const id: Texts = {
  greeting: 'Halo,',
  farewell: 'Tim Tukar',
  user: {
    'deposit-completed': ({ symbol, amount, fee, credited }) => ({
      title: 'Deposit diterima',
      paragraphs: [
        `Deposit Anda sebesar ${symbol} ${marked(amount)} telah masuk.`,
        `Biayanya ${symbol} ${marked(fee)};` +
          ` saldo Anda bertambah ${symbol} ${marked(credited)}.`,
      ],
    }),
    'deposit-rejected': ({ symbol, amount }) => ({
      title: 'Deposit tidak dikonfirmasi',
      paragraphs: [
        `Kami tidak menemukan transfer Anda sebesar ${symbol} ${marked(amount)} di rekening kami.`,
        'Saldo Anda tidak bertambah. Jika Anda sudah mentransfer, hubungi kami beserta buktinya.',
      ],
    }),
    'withdrawal-accepted': ({ symbol, amount, fee, credited, destination }) => ({
      title: 'Penarikan diminta',
      paragraphs: [
        `Penarikan Anda sebesar ${symbol} ${marked(amount)} telah diterima. Biayanya ${symbol}` +
          ` ${marked(fee)}; ${symbol} ${marked(credited)} dikirim ke ${destination}.`,
        'Jika ini bukan Anda, atur ulang kata sandi dan segera hubungi kami.',
      ],
    }),
    'withdrawal-completed': ({ symbol, credited, destination }) => ({
      title: 'Penarikan selesai',
      paragraphs: [`${symbol} ${marked(credited)} telah dikirim ke ${destination}.`],
    }),
    'withdrawal-failed': ({ symbol, amount, destination }) => ({
      title: 'Penarikan tidak terkirim',
      paragraphs: [
        `Penarikan Anda sebesar ${symbol} ${marked(amount)} ke ${destination} tidak dapat dikirim.`,
        'Dana yang disisihkan untuk itu, termasuk biayanya, telah kembali ke saldo Anda.',
      ],
    }),
    'withdrawal-reversed': ({ symbol, amount, destination }) => ({
      title: 'Penarikan dikembalikan',
      paragraphs: [
        `Penarikan Anda sebesar ${symbol} ${marked(amount)} dikembalikan oleh ${destination}.`,
        'Dana beserta biayanya telah kembali ke saldo Anda. Mohon periksa rekening tujuannya.',
      ],
    }),
    'order-filled': ({ symbol, amount, fee, credited, reference, destination }) => ({
      title: 'Pesanan terpenuhi',
      paragraphs: [
        `Pesanan ${reference} Anda pada ${destination} telah terpenuhi:` +
          ` ${symbol} ${marked(amount)}.`,
        `Biaya dan pajak ${symbol} ${marked(fee)};` +
          ` ${symbol} ${marked(credited)} ditambahkan ke saldo Anda.`,
      ],
    }),
    'order-canceled': ({ symbol, credited, reference, destination }) => ({
      title: 'Pesanan berakhir',
      paragraphs: [
        `Pesanan ${reference} Anda pada ${destination} diakhiri sebelum terpenuhi.`,
        `Dari bagian yang terpenuhi, ${symbol} ${marked(credited)} ditambahkan ke saldo Anda.` +
          ' Dana yang disisihkan untuk sisanya sudah bebas kembali.',
      ],
    }),
  },
  account: {
    'identity-verified': {
      title: 'Identitas Anda terverifikasi',
      paragraphs: [
        'Identitas Anda telah kami verifikasi. Kini Anda dapat berdagang dan menarik dana.',
      ],
    },
    'identity-failed': {
      title: 'Identitas Anda belum dapat diverifikasi',
      paragraphs: [
        'Data yang Anda kirim belum membuktikan identitas Anda. Silakan coba lagi di tempat' +
          ' terang, dengan KTP datar dan seluruh wajah terlihat.',
        'Jika masih gagal, hubungi kami.',
      ],
    },
  },
  mail: {
    'verify-email': (link) => ({
      title: 'Konfirmasi alamat email Anda',
      paragraphs: [
        'Mohon konfirmasi bahwa alamat email ini milik Anda. Tautan berlaku selama 60 menit.',
        'Jika Anda tidak membuka akun, abaikan email ini.',
      ],
      action: { label: 'Konfirmasi alamat saya', url: link },
    }),
    'already-registered': (link) => ({
      title: 'Anda sudah memiliki akun',
      paragraphs: [
        'Seseorang mencoba membuka akun dengan alamat email ini, yang sudah terdaftar.',
        'Jika itu Anda, silakan masuk seperti biasa. Jika bukan, Anda tidak perlu berbuat apa-apa.',
      ],
      action: { label: 'Masuk', url: link },
    }),
    'api-key-created': (link) => ({
      title: 'Kunci API telah dibuat',
      paragraphs: [
        'Sebuah kunci API baru kini dapat bertindak untuk akun Anda, sebatas izin yang Anda beri.',
        'Jika bukan Anda yang membuatnya, hapus kunci itu, ganti kata sandi, dan hubungi kami.',
      ],
      action: { label: 'Lihat kunci API saya', url: link },
    }),
    'api-key-changed': (link) => ({
      title: 'Kunci API telah diubah',
      paragraphs: [
        'Salah satu kunci API Anda kini memiliki rahasia dan izin baru. Kunci lama tidak berlaku.',
        'Jika bukan Anda yang mengubahnya, hapus kunci itu, ganti kata sandi, dan hubungi kami.',
      ],
      action: { label: 'Lihat kunci API saya', url: link },
    }),
    'api-key-deleted': (link) => ({
      title: 'Kunci API telah dihapus',
      paragraphs: [
        'Salah satu kunci API Anda telah dihapus. Program yang memakainya tidak dapat masuk lagi.',
        'Jika bukan Anda yang menghapusnya, ganti kata sandi dan hubungi kami.',
      ],
      action: { label: 'Lihat kunci API saya', url: link },
    }),
    'pin-changed': (link) => ({
      title: 'PIN Anda telah ditetapkan',
      paragraphs: [
        'Mulai sekarang aplikasi dibuka dengan PIN yang baru.',
        'Jika bukan Anda yang menetapkannya, ganti kata sandi Anda dan hubungi kami.',
      ],
      action: { label: 'Buka aplikasi', url: link },
    }),
    'pin-guessed': (link) => ({
      title: 'Anda dikeluarkan dari semua perangkat',
      paragraphs: [
        'PIN yang salah dimasukkan berkali-kali, sehingga semua sesi Anda kami akhiri.',
        'Jika itu bukan Anda, ganti kata sandi sebelum masuk kembali.',
      ],
      action: { label: 'Masuk', url: link },
    }),
    'lock-lowered': (link) => ({
      title: 'Satu kunci aplikasi dimatikan',
      paragraphs: [
        'Kunci PIN atau kunci biometrik aplikasi Anda sekarang mati.',
        'Jika bukan Anda yang mematikannya, ganti kata sandi Anda dan hubungi kami.',
      ],
      action: { label: 'Buka aplikasi', url: link },
    }),
    'bank-account-changed': (link) => ({
      title: 'Rekening bank Anda berubah',
      paragraphs: [
        'Sebuah rekening bank tujuan dana Anda ditambahkan, diubah, atau dihapus.',
        'Jika itu bukan Anda, ganti kata sandi dan hubungi kami sebelum menarik dana.',
      ],
      action: { label: 'Lihat rekening saya', url: link },
    }),
    'reset-password': (link) => ({
      title: 'Pilih kata sandi baru',
      paragraphs: [
        'Dengan tautan di bawah Anda dapat membuat kata sandi baru. Tautan berlaku satu kali,' +
          ' selama 60 menit.',
        'Jika Anda tidak memintanya, abaikan email ini: kata sandi Anda tidak berubah.',
      ],
      action: { label: 'Buat kata sandi baru', url: link },
    }),
    'password-changed': (link) => ({
      title: 'Kata sandi Anda telah diganti',
      paragraphs: [
        'Akun Anda memiliki kata sandi baru. Anda dikeluarkan dari semua perangkat, dan untuk' +
          ' sementara dana tidak dapat ditarik.',
        'Kunci API yang dapat berdagang atau menarik dana dihentikan sampai Anda mengubahnya;' +
          ' yang hanya membaca tetap berlaku. Jika ini bukan Anda, segera hubungi kami.',
      ],
      action: { label: 'Masuk', url: link },
    }),
    'session-revoked': (link) => ({
      title: 'Anda dikeluarkan dari sebuah perangkat',
      paragraphs: [
        'Token sesi lama Anda dipakai untuk kedua kalinya, sehingga sesi itu kami akhiri.',
        'Jika Anda tidak mengenali kejadian ini, gantilah kata sandi Anda.',
      ],
      action: { label: 'Masuk', url: link },
    }),
    'twofa-bound': (link) => ({
      title: 'Autentikasi dua faktor aktif',
      paragraphs: [
        'Mulai sekarang, masuk dan penarikan memerlukan kode dari aplikasi autentikator Anda.',
        'Jika ini bukan Anda, atur ulang kata sandi dan segera hubungi kami.',
      ],
      action: { label: 'Buka Tukar', url: link },
    }),
    'twofa-unbound': (link) => ({
      title: 'Autentikasi dua faktor nonaktif',
      paragraphs: [
        'Akun Anda tidak lagi meminta kode dari aplikasi autentikator.',
        'Jika ini bukan Anda, atur ulang kata sandi dan segera hubungi kami.',
      ],
      action: { label: 'Buka Tukar', url: link },
    }),
    'twofa-guessed': (link) => ({
      title: 'Kode yang salah dimasukkan untuk akun Anda',
      paragraphs: [
        'Seseorang yang masuk sebagai Anda memasukkan lima kode autentikator yang salah. Selama' +
          ' paling lama 15 menit tidak ada kode yang diterima.',
        'Jika ini bukan Anda, atur ulang kata sandi: pelakunya mungkin tahu kata sandi Anda.',
      ],
      action: { label: 'Buka Tukar', url: link },
    }),
    'withdrawals-locked': (link) => ({
      title: 'Penarikan Anda dikunci selama 24 jam',
      paragraphs: [
        'Sepuluh kode penarikan yang salah dimasukkan dalam sehari, sehingga selama 24 jam tidak' +
          ' ada kode yang diterima.',
        'Jika ini bukan Anda, atur ulang kata sandi: yang mencobanya telah masuk sebagai Anda.',
      ],
      action: { label: 'Buka Tukar', url: link },
    }),
    'account-suspended-by-operator': (link) => ({
      title: 'Akun Anda ditangguhkan',
      paragraphs: [
        'Kami telah menangguhkan akun Anda: tidak ada yang dapat masuk, bertransaksi atau menarik' +
          ' dana. Uang yang sedang dalam perjalanan tetap masuk.',
        'Hubungi kami untuk mengetahui lebih lanjut.',
      ],
      action: { label: 'Buka Tukar', url: link },
    }),
    'account-restored': (link) => ({
      title: 'Akun Anda dibuka kembali',
      paragraphs: [
        'Akun Anda tidak lagi ditangguhkan. Silakan masuk kembali; kunci API perlu dibuat ulang.',
      ],
      action: { label: 'Masuk', url: link },
    }),
    'account-suspended': (link) => ({
      title: 'Akun Anda ditangguhkan',
      paragraphs: [
        'Sesuai permintaan Anda, akun ditangguhkan: tidak ada yang dapat masuk, bertransaksi atau' +
          ' menarik dana. Uang yang sedang dalam perjalanan tetap masuk.',
        'Hubungi kami untuk membukanya kembali.',
      ],
      action: { label: 'Buka Tukar', url: link },
    }),
    'phone-bound': (link) => ({
      title: 'Nomor ponsel ditambahkan ke akun Anda',
      paragraphs: [
        'Sebuah nomor ponsel telah dikonfirmasi dengan kode dan kini terhubung dengan akun Anda.',
        'Jika ini bukan Anda, ganti kata sandi dan hubungi kami.',
      ],
      action: { label: 'Buka Tukar', url: link },
    }),
  },
  signIn: ({ device, ip, at }) => ({
    title: 'Akun Anda diakses dari perangkat baru',
    paragraphs: [
      'Sebuah perangkat yang belum pernah masuk baru saja masuk ke akun Anda.',
      `Perangkat: ${device === '' ? 'tidak diketahui' : device}. Alamat: ${ip}.` +
        ` Waktu: ${readableTime(at, 'id-ID')}.`,
      'Jika ini bukan Anda, akhiri sesi tersebut dan segera atur ulang kata sandi Anda: pelakunya' +
        ' mengetahui kata sandi Anda saat ini.',
    ],
  }),
  endSession: 'Akhiri sesi tersebut',
  code: {
    'withdraw-otp': (code) => ({
      title: 'Kode penarikan Anda',
      paragraphs: [
        `Kode Anda untuk penarikan adalah ${code}. Berlaku satu kali, selama 5 menit.`,
        'Jangan berikan kepada siapa pun: kami tidak pernah memintanya. Jika bukan Anda yang' +
          ' memintanya, seseorang telah masuk sebagai Anda: segera atur ulang kata sandi.',
      ],
    }),
    'email-otp': (code) => ({
      title: 'Kode Tukar Anda',
      paragraphs: [
        `Kode Anda ${code}. Kode ini berlaku sekali pakai selama 5 menit.`,
        'Jangan berikan kepada siapa pun: kami tidak pernah memintanya. Jika Anda tidak' +
          ' memintanya, abaikan surel ini.',
      ],
    }),
  },
  sms: (code) =>
    `${code} adalah kode Tukar Anda. Berlaku 5 menit. Jangan berikan kepada siapa pun.`,
}
