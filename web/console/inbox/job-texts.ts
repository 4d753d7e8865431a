import { texts } from '../../ui/texts.ts'

/** What each scheduled job does, by the name that the log and the metrics have. */
export const jobTexts = texts({
  'add partitions': ['Menyiapkan ruang untuk data berikutnya', 'Prepares room for the next data'],
  'add up dust of trades': [
    'Menjumlahkan sisa pembulatan transaksi',
    'Adds up what rounding of trades left',
  ],
  'apply guarded changes': [
    'Memberlakukan usulan yang disetujui',
    'Applies proposals that were agreed',
  ],
  'apply listings': ['Memberlakukan pencatatan yang dijadwalkan', 'Applies listings at their time'],
  'audit recent moves': ['Memeriksa pembukuan terbaru', 'Audits the latest moves of money'],
  'audit the ledger': ['Memeriksa seluruh buku besar', 'Audits the whole ledger'],
  'check funds at the venue': ['Memeriksa dana di bursa', 'Checks the funds at the venue'],
  'check supply caps': ['Memeriksa batas pasokan', 'Checks the supply caps'],
  'check the venue heartbeat': ['Memeriksa tanda hidup bursa', 'Checks that the venue is alive'],
  'compare pairs with the venue': [
    'Membandingkan pasangan dengan bursa',
    'Compares pairs with the venue',
  ],
  'confirm fills': [
    'Memastikan transaksi dengan daftar bursa',
    "Confirms trades by the venue's list",
  ],
  'confirm operators after the waiting time': [
    'Mengonfirmasi operator setelah masa tunggu',
    'Confirms operators after the waiting time',
  ],
  'count days': ['Menghitung angka harian', 'Counts the figures of days'],
  'delete expired rows': ['Menghapus data yang kedaluwarsa', 'Deletes expired data'],
  'detach old partitions': ['Melepas data lama', 'Detaches old data'],
  'draw yearly reports': ['Menyusun laporan tahunan', 'Draws yearly reports'],
  'link postings': ['Menambahkan posting ke rantai', 'Adds postings to the chain'],
  'look up payx refunds': ['Mencari pengembalian di payx', 'Looks up refunds at payx'],
  'poll completed payouts': [
    'Menanyakan pembayaran yang mungkin dikembalikan bank',
    'Asks about payouts that a bank may return',
  ],
  'poll identity registrations': [
    'Menanyakan pendaftaran identitas',
    'Asks about registrations of identities',
  ],
  'poll unpaid QR codes': ['Menanyakan kode QR yang belum dibayar', 'Asks about unpaid QR codes'],
  'poll unpaid payd orders': [
    'Menanyakan order payd yang belum dibayar',
    'Asks about unpaid orders at payd',
  ],
  'prove liabilities': ['Membuat bukti kewajiban kepada pengguna', 'Proves what users are owed'],
  'pull custody transactions': [
    'Mengambil daftar transaksi kustodian',
    "Reads custody's list of transactions",
  ],
  'pull payx payments': ['Mengambil daftar pembayaran payx', "Reads payx's list of payments"],
  'pull venue trades': ['Mengambil daftar transaksi bursa', "Reads the venue's list of trades"],
  'reconcile with the providers': [
    'Mencocokkan pembukuan dengan para penyedia',
    'Reconciles the books with the providers',
  ],
  'record rupiah rates': ['Mencatat kurs rupiah tiap jam', 'Records the hourly rates in rupiah'],
  'record sandbox prices': ['Mencatat harga sandbox', 'Records prices of the sandbox'],
  'record venue prices': ['Mencatat harga bursa', 'Records prices of the venue'],
  'remind of tax certifications': [
    'Mengingatkan akan pernyataan pajak',
    'Reminds of tax certifications',
  ],
  'remove recovered authenticators': [
    'Melepas autentikator yang hilang',
    'Removes lost authenticators',
  ],
  'report this node': ['Melaporkan node ini', 'Reports this node'],
  'retry jobs that were given up': [
    'Mengulang tugas yang pernah ditinggalkan',
    'Retries jobs that were given up',
  ],
  'roll up house balances': ['Menjumlahkan saldo perusahaan', 'Rolls up the balances of the house'],
  'close times of the ledger': [
    'Menutup waktu pembukuan dan menyimpan saldonya',
    'Closes times of the ledger and stores their sums',
  ],
  'seal the ledger': ['Menyegel rantai setiap hari', 'Seals the chain of each day'],
  'settle orders': ['Menyelesaikan order', 'Settles orders'],
  'settle withdrawals': ['Menyelesaikan penarikan', 'Settles withdrawals'],
  'sweep files': ['Membersihkan berkas', 'Sweeps files'],
  'sweep the inbox': [
    'Mengulang pesan penyedia yang tertunda',
    "Retries providers' messages that were postponed",
  ],
  'write event files': [
    'Menyimpan berkas kejadian tiap hari',
    "Stores the files of each day's events",
  ],
  announce: ['Mencatat banyak pemberitahuan sekaligus', 'Records many notices at once'],
  'answer-inquiries': ['Menjawab formulir bantuan lewat email', 'Mails answers to inquiries'],
  'cancel-orders': [
    'Membatalkan order pengguna yang ditangguhkan',
    'Cancels orders of suspended users',
  ],
  'confirm-payments': [
    'Memastikan pembayaran pada penyedia',
    'Confirms payments with their provider',
  ],
  'confirm-payouts': [
    'Memastikan pembayaran keluar pada penyedia',
    'Confirms payouts with their provider',
  ],
  deliver: [
    'Mengirim email, pemberitahuan, dan laporan ke regulator',
    'Sends mails, pushes and reports to the regulator',
  ],
  'invite-operators': ['Mengirim undangan operator', 'Mails invitations to operators'],
  'mail-alerts': ['Mengirim peringatan lewat email', 'Mails alerts'],
  'mail-asked': [
    'Mengirim kode dan tautan yang diminta',
    'Mails codes and links that were requested',
  ],
  'send-urgent-mails': ['Mengirim email penting', 'Sends urgent mails'],
  'send-withdrawals': ['Mengirim penarikan ke penyedia', 'Sends withdrawals to their provider'],
})
