const unbookable = [
  "Custody reports {} of {}, which can't be booked: {}",
  'Kustodian melaporkan {} {}, yang tidak dapat dibukukan: {}',
] as const

/**
 * What alerts of each kind say, as the service states it in English, and in Indonesian. Each `{}`
 * is a fact, in the same order in both.
 */
export const alertSentences: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'deposit-completed': [['Deposit of {} credited', 'Deposit {} dikreditkan']],
  'deposit-rejected': [['Deposit of {} rejected', 'Deposit {} ditolak']],
  'withdrawal-accepted': [['Withdrawal of {} accepted', 'Penarikan {} diterima']],
  'withdrawal-completed': [['Withdrawal of {} completed', 'Penarikan {} selesai']],
  'withdrawal-failed': [
    ['Withdrawal of {} failed and was given back', 'Penarikan {} gagal dan dikembalikan'],
  ],
  'withdrawal-reversed': [
    ['Withdrawal of {} was sent back by the bank', 'Penarikan {} dikembalikan oleh bank'],
  ],
  'order-filled': [['Order filled: {} received', 'Order terlaksana: {} diterima']],
  'order-canceled': [['Order ended: {} received', 'Order berakhir: {} diterima']],
  'order-expired': [
    [
      'Order met another of ours at the venue: {} received',
      'Order bertemu order kita sendiri di bursa: {} diterima',
    ],
  ],
  'deposit-in-suspense': [
    ['A deposit of {} waits in suspense', 'Deposit {} menunggu karena pemiliknya belum pasti'],
  ],
  'fee-exceeds-deposit': [
    ['A deposit of {} went entirely to fees', 'Deposit {} habis untuk biaya'],
  ],
  'analytics-check': [
    ['Check a withdrawal of {}', 'Periksa penarikan {}'],
    ['Check a deposit of {}', 'Periksa deposit {}'],
  ],
  'deposit-conflict': [
    [
      "A callback reported payment {} with facts that differ from payx's books",
      'Pembayaran {} dilaporkan dengan fakta yang berbeda dari pembukuan payx',
    ],
    [
      "A payment of payd order {} was reported, but payd's books differ",
      'Pembayaran order payd {} dilaporkan, tetapi pembukuan payd berbeda',
    ],
    [
      'Payment {} was reported again with different facts',
      'Pembayaran {} dilaporkan lagi dengan fakta lain',
    ],
    [
      'Deposit {} was reported again with different facts',
      'Deposit {} dilaporkan lagi dengan fakta lain',
    ],
  ],
  'deposit-contradicted': [
    [
      'Custody contradicts itself about deposit {}',
      'Kustodian membantah laporannya sendiri tentang deposit {}',
    ],
  ],
  'payment-refunded': [['payx returned {} to a payer', 'payx mengembalikan {} kepada pembayar']],
  'payment-not-confirmed': [
    [
      'Custody has not settled a deposit for days; the service has stopped polling it',
      'Kustodian tidak menyelesaikan deposit berhari-hari; sistem berhenti menanyakannya',
    ],
    [
      'Custody lists more transfers of one millisecond than can be read',
      'Kustodian mendaftar lebih banyak transfer dalam satu milidetik daripada yang dapat dibaca',
    ],
    [
      'payx lists a payment that could not be recorded: {}',
      'payx mencantumkan pembayaran yang tidak dapat dicatat: {}',
    ],
    [
      'payx lists a refund that could not be recorded: {}',
      'payx mencantumkan pengembalian yang tidak dapat dicatat: {}',
    ],
    [
      'Its user withdraws nothing: payx does not have payment {}, which was credited',
      'Penggunanya tidak dapat menarik: payx tidak punya pembayaran {} yang sudah dikreditkan',
    ],
    [
      "A payment of payd order {} was reported, but payd's books do not have it yet",
      'Pembayaran order payd {} dilaporkan, tetapi belum ada di pembukuan payd',
    ],
    [
      "A callback reported payment {} with facts that differ from payx's books",
      'Pembayaran {} dilaporkan dengan fakta yang berbeda dari pembukuan payx',
    ],
    [
      'payx denies payment {}: the callback that reported it may be forged',
      'payx menyangkal pembayaran {}: laporannya mungkin palsu',
    ],
    [
      "payx's books do not have payment {} yet, which a callback reported",
      'Pembukuan payx belum punya pembayaran {} yang sudah dilaporkan',
    ],
    [
      '{} could not be queried about payment {}: if it is not credited yet, it waits',
      '{} tidak dapat ditanyai tentang pembayaran {}: jika belum dikreditkan, ia menunggu',
    ],
    [
      "A payment of payd order {} was reported, but payd's books differ",
      'Pembayaran order payd {} dilaporkan, tetapi pembukuan payd berbeda',
    ],
    [
      'payx does not have refund {}, which an event reported',
      'payx tidak punya pengembalian {} yang dilaporkan suatu peristiwa',
    ],
    [
      'payd could not confirm whether payd order {} was paid',
      'payd tidak dapat memastikan apakah order payd {} dibayar',
    ],
  ],
  'withdrawals-stopped': [
    [
      'Withdrawals were stopped: payx does not have payment {}, which was credited',
      'Penarikan dihentikan: payx tidak punya pembayaran {} yang sudah dikreditkan',
    ],
    [
      'Withdrawals were stopped: {} at {} differs by {}',
      'Penarikan dihentikan: {} di {} selisih {}',
    ],
  ],
  'cash-deposit-to-decide': [
    [
      'A transfer of {} was reported with a proof that was used before',
      'Transfer {} dilaporkan dengan bukti yang pernah dipakai',
    ],
    ['A transfer of {} was reported', 'Transfer {} dilaporkan'],
  ],
  'large-deposit-credited': [
    ['A reported deposit of {} was credited', 'Deposit {} yang dilaporkan sudah dikreditkan'],
  ],
  'deposit-of-unknown-asset': [unbookable],
  'transfer-unclear': [unbookable],
  'deposit-unreadable-amount': [
    [
      'payd reported a payment with an unreadable amount or order',
      'payd melaporkan pembayaran dengan jumlah atau order yang tidak terbaca',
    ],
    [
      'payx reported a payment with an unreadable amount',
      'payx melaporkan pembayaran dengan jumlah yang tidak terbaca',
    ],
    unbookable,
  ],
  'treasury-transfer': [
    [
      '{} left our vault at custody without a withdrawal',
      '{} keluar dari kustodian kita tanpa penarikan',
    ],
    [
      '{} moved between our own accounts at custody',
      '{} berpindah antara rekening kita sendiri di kustodian',
    ],
  ],
  'provider-status-unknown': [
    [
      'payx reported a withdrawal with the unknown status {}',
      'payx melaporkan penarikan dengan status {} yang tidak dikenal',
    ],
    [
      'payx reported a payment with the unknown status {}',
      'payx melaporkan pembayaran dengan status {} yang tidak dikenal',
    ],
  ],
  'report-failed': [
    ['A report of kind {} to the regulator failed', 'Laporan jenis {} kepada regulator gagal'],
  ],
  'supply-cap-near': [
    ['Users own {}; the supply cap is {}', 'Pengguna memiliki {}; batas pasokannya {}'],
  ],
  'places-budget-spent': [
    [
      'The hourly budget of virtual accounts and coin addresses without a proven identity is spent',
      'Jatah per jam virtual account dan alamat koin tanpa identitas terverifikasi habis',
    ],
  ],
  'withdrawal-to-approve': [
    ['A withdrawal of {} waits for approval', 'Penarikan {} menunggu persetujuan'],
  ],
  'withdrawal-contradicted': [
    [
      "A callback reports {} of {}, but payx's books report {}",
      'Laporan payx menyatakan {} untuk {}, tetapi pembukuannya menyatakan {}',
    ],
    [
      'A withdrawal that is {} is {} at its provider: {}',
      'Penarikan yang {} menurut kita adalah {} menurut penyedianya: {}',
    ],
    ['payx reported the withdrawal {}, but {}', 'payx melaporkan penarikan {}, tetapi {}'],
  ],
  'withdrawal-unknown': [
    [
      'A provider reported a withdrawal that we did not request: {}',
      'Penyedia melaporkan penarikan yang tidak kita minta: {}',
    ],
  ],
  'withdrawal-undecided': [
    [
      'A withdrawal is still {} after {} provider calls',
      'Penarikan masih {} setelah {} kali memanggil penyedia',
    ],
  ],
  'withdrawal-refused': [
    ['A provider refused to send a withdrawal: {}', 'Penyedia menolak mengirim penarikan: {}'],
  ],
  'order-in-doubt': [
    [
      'An order that had ended here was still open at the venue, and was cancelled there',
      'Order yang sudah berakhir di sini masih terbuka di bursa, dan dibatalkan di sana',
    ],
    [
      "{} stopped: the venue's list contradicts a booked trade: {}",
      '{} dihentikan: daftar bursa membantah transaksi yang sudah dibukukan: {}',
    ],
    [
      "The venue's report does not fit its order: {}",
      'Laporan bursa tidak cocok dengan ordernya: {}',
    ],
  ],
  'order-cost-more': [
    [
      '{} stopped: a market order was executed beyond its worst price',
      '{} dihentikan: order pasar terlaksana melampaui harga terburuknya',
    ],
  ],
  'commission-unbooked': [
    [
      'The venue keeps its commission in {}, an asset that we do not have',
      'Bursa mengambil komisinya dalam {}, aset yang tidak kita miliki',
    ],
  ],
  'unmatched-trade': [
    [
      'A trade of {} at the venue belongs to no open order of ours',
      'Transaksi {} di bursa bukan milik order kita yang terbuka',
    ],
  ],
  'unmatched-order': [
    [
      'The venue reports an order that we did not place: {} {}',
      'Bursa melaporkan order yang tidak kita tempatkan: {} {}',
    ],
  ],
  'order-undecided': [
    [
      'An order is still undecided after {} queries to the venue',
      'Order belum diputuskan setelah {} kali ditanyakan kepada bursa',
    ],
  ],
  'venue-account-refused': [
    [
      'The venue refuses our account ({}); {} stopped',
      'Bursa menolak akun kita ({}); {} dihentikan',
    ],
    ['The venue refuses our account ({})', 'Bursa menolak akun kita ({})'],
  ],
  'venue-funds-low': [
    ['Open orders hold {} of {} at the venue', 'Order terbuka membekukan {} dari {} di bursa'],
  ],
  'pair-differs-from-venue': [
    ['The venue has different bounds for {}', 'Bursa punya batas yang berbeda untuk {}'],
  ],
  'listing-applied': [['{} is {} now', '{} sekarang {}']],
  'commits-lost': [
    [
      'Withdrawals were stopped: the database lost acknowledged commits, or may have',
      'Penarikan dihentikan: basis data kehilangan transaksi yang sudah diakui, atau mungkin',
    ],
  ],
  break: [['The books differ: {} of {} at {}', 'Pembukuan berbeda: {} {} di {}']],
  'ledger-breach': [['Ledger breach: {}', 'Buku besar tidak konsisten: {}']],
  'job-failing': [
    [
      'The job {} has failed for days and is still retried',
      'Tugas {} gagal berhari-hari dan masih dicoba lagi',
    ],
    ['Scheduled job failing: {}', 'Tugas berkala gagal: {}'],
  ],
  'callback-missed': [['A callback got {}: {}', 'Panggilan penyedia dijawab {}: {}']],
  'event-parked': [
    [
      'An event of {} could not be applied and is parked',
      'Peristiwa {} tidak dapat diterapkan dan disisihkan',
    ],
    ['An event of {} could not be read and is parked', 'Peristiwa {} tidak terbaca dan disisihkan'],
  ],
  'custody-keys-unavailable': [
    [
      'The keys of the custody webhooks cannot be fetched; the webhooks are refused',
      'Kunci kustodian tidak dapat diambil; laporannya ditolak',
    ],
  ],
  'event-undelivered': [
    ['An event could not be delivered to {}', 'Peristiwa tidak dapat dikirim kepada {}'],
  ],
  'subscription-paused': [
    [
      'Events to {} are paused: every attempt failed',
      'Peristiwa kepada {} dijeda: setiap percobaan gagal',
    ],
  ],
  'otp-budget-spent': [
    [
      'The hourly budget of codes by text is spent; no more are sent until the hour ends',
      'Jatah kode SMS jam ini habis; tidak ada yang dikirim sampai jam berikutnya',
    ],
    [
      'The hourly budget of codes by mail is exceeded; codes are still sent',
      'Jatah kode email jam ini terlampaui; kode tetap dikirim',
    ],
  ],
  'otp-budget-used': [
    [
      'A large part of the hourly budget of codes by text is used',
      'Sebagian besar jatah kode SMS jam ini terpakai',
    ],
  ],
  'email-verified': [['An email address was verified', 'Alamat email dikonfirmasi']],
  'inquiry-received': [['Inquiry: {}', 'Pertanyaan: {}']],
  'identity-card-refused': [
    [
      'A registration failed because of its identity card',
      'Pendaftaran gagal karena kartu identitasnya',
    ],
  ],
  'identity-duplicate': [
    [
      'The identity provider reports that an applicant is registered already',
      'Penyedia identitas melaporkan bahwa pendaftar sudah terdaftar',
    ],
    [
      'An identity card of one account was used for another',
      'Kartu identitas suatu akun dipakai untuk akun lain',
    ],
  ],
  'identity-undecided': [
    [
      'The identity provider never decided about a registration',
      'Penyedia identitas tidak pernah memutuskan suatu pendaftaran',
    ],
  ],
  'operator-guessed': [
    [
      'Wrong codes after the correct password of {}: the password may be stolen',
      'Kode salah setelah kata sandi {} yang benar: kata sandinya mungkin dicuri',
    ],
  ],
  'operator-password-guessed': [
    ['{} wrong passwords of {} within a day', '{} kata sandi salah untuk {} dalam sehari'],
  ],
  'operator-changed': [
    [
      'Approvals by {} count after {} hours: no second admin could confirm',
      'Persetujuan {} berlaku setelah {} jam: tidak ada admin kedua yang dapat mengonfirmasi',
    ],
    [
      '{} accepted the invitation and awaits confirmation',
      '{} menerima undangan dan menunggu konfirmasi',
    ],
    [
      '{} attested that {} alone uses their account',
      '{} menjamin bahwa hanya {} yang memakai akunnya',
    ],
    ['{} made {} {}, who was {}', '{} menjadikan {} {}, sebelumnya {}'],
    ['{} invited {} again', '{} mengundang {} lagi'],
    ['{} confirmed {}', '{} mengonfirmasi {}'],
    ['{} disabled {}', '{} menonaktifkan {}'],
    ['{} enabled {}', '{} mengaktifkan {}'],
    ['{} reset {}', '{} menyetel ulang {}'],
  ],
  'guarded-change-proposed': [
    ['{} proposes to change {} to {}: {}', '{} mengusulkan perubahan {} menjadi {}: {}'],
  ],
  'guarded-change-agreed': [['{} agrees to {}: {}', '{} menyetujui {}: {}']],
  'guarded-change-effective': [
    ['In effect: {}, which was {}: {}', 'Berlaku: {}, sebelumnya {}: {}'],
  ],
  'guarded-change-withdrawn': [['{} withdrew the proposal of {}: {}', '{} menarik usulan {}: {}']],
  'guarded-change-superseded': [
    ['A newer proposal replaces that of {}: {}', 'Usulan yang lebih baru menggantikan {}: {}'],
  ],
  'guarded-change-expired': [
    ['Expired without approval: {}: {}', 'Kedaluwarsa tanpa persetujuan: {}: {}'],
  ],
  'guarded-change-void': [
    ['Approved, but no longer allowed: {}: {}', 'Disetujui, tetapi tidak lagi diizinkan: {}: {}'],
  ],
}
