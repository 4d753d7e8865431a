import { texts } from '../ui/texts.ts'

/** What each setting does, by its key, and how its value is read. */
export const settingTexts = texts({
  groups: {
    withdrawal: ['Penarikan', 'Withdrawals'],
    deposit: ['Deposit', 'Deposits'],
    payx: ['payx', 'payx'],
    payd: ['payd', 'payd'],
    break: ['Rekonsiliasi', 'Reconciliation'],
    order: ['Order', 'Orders'],
    price: ['Harga', 'Prices'],
    otp: ['Kode sekali pakai', 'One-time codes'],
    identity: ['Identitas', 'Identities'],
    security: ['Keamanan pengguna', 'Security of users'],
    operator: ['Operator', 'Operators'],
    settings: ['Usulan perubahan', 'Proposed changes'],
    tax: ['Pajak', 'Taxes'],
    content: ['Isi', 'Content'],
    app: ['Aplikasi', 'Apps'],
  },
  units: {
    hours: ['jam', 'hours'],
    seconds: ['detik', 'seconds'],
  },
  meanings: {
    'app.minimum_version_android': [
      'Versi aplikasi Android terlama yang boleh dipakai.',
      'The oldest version of the Android app that may be used.',
    ],
    'app.minimum_version_ios': [
      'Versi aplikasi iOS terlama yang boleh dipakai.',
      'The oldest version of the iOS app that may be used.',
    ],
    'break.stop_idr': [
      'Selisih saldo yang menetap di atas nilai ini menghentikan penarikan.',
      'A lasting break of a balance above this value stops withdrawals.',
    ],
    'content.link_hosts': [
      'Situs yang boleh dituju tautan dalam berita dan spanduk.',
      'The hosts to which links of news and banners may lead.',
    ],
    'deposit.cash_per_day': [
      'Laporan transfer bank per pengguna per hari, termasuk yang ditolak.',
      'Bank transfers that a user may claim on a day, refused ones included.',
    ],
    'deposit.manual_max_digits': [
      'Banyaknya angka unik yang ditambahkan pada transfer bank.',
      'The digits of the number that marks a bank transfer.',
    ],
    'deposit.payd_maximum_idr': [
      'Order pembayaran payd terbesar.',
      'The largest payment order at payd.',
    ],
    'deposit.payd_minimum_idr': [
      'Order pembayaran payd terkecil.',
      'The smallest payment order at payd.',
    ],
    'deposit.qris_fee_ppm': [
      'Biaya pembayaran QRIS, sebagai bagian dari jumlahnya.',
      'The fee of a QRIS payment, as a share of it.',
    ],
    'deposit.qris_maximum_idr': ['Kode QR terbesar.', 'The largest QR code.'],
    'deposit.qris_minimum_idr': ['Kode QR terkecil.', 'The smallest QR code.'],
    'deposit.qris_ttl_hours': [
      'Berapa lama sebuah kode QR dapat dibayar.',
      'How long a QR code can be paid.',
    ],
    'deposit.two_approvals_idr': [
      'Mulai nilai ini laporan transfer perlu dua operator: satu laporan, atau jumlah sehari.',
      'From this value claims need two operators: one claim, or the sum of a day.',
    ],
    'deposit.unproven_idr': [
      'Milik terbanyak seorang pengguna sebelum identitasnya terbukti.',
      'The most that a user may own before the identity is proven.',
    ],
    'deposit.unproven_places': [
      'Virtual account dan alamat koin per pengguna sebelum identitasnya terbukti.',
      'Virtual accounts and coin addresses of a user before the identity is proven.',
    ],
    'deposit.unproven_places_per_hour': [
      'Yang dibuka semua pengguna seperti itu dalam sejam.',
      'Those that all such users open in an hour.',
    ],
    'deposit.unproven_places_per_network_hour': [
      'Yang dibuka satu jaringan dalam sejam.',
      'Those that one network opens in an hour.',
    ],
    'deposit.va_fee_idr': [
      'Biaya pembayaran ke virtual account.',
      'The fee of a payment to a virtual account.',
    ],
    'deposit.va_maximum_idr': [
      'Pembayaran terbesar ke virtual account payx.',
      'The largest payment to a virtual account of payx.',
    ],
    'deposit.va_minimum_idr': [
      'Pembayaran terkecil ke virtual account payx.',
      'The smallest payment to a virtual account of payx.',
    ],
    'identity.history_days': [
      'Berapa hari riwayat identitas disimpan setelah sebuah akun ditutup.',
      'How many days the history of an identity is kept after its account closed.',
    ],
    'identity.minimum_age': [
      'Usia termuda pemilik kartu identitas, dalam tahun.',
      'The least age of the owner of an identity card, in years.',
    ],
    'operator.sole_admin_wait_hours': [
      'Setelah waktu ini operator baru ikut dihitung bila tak ada admin yang mengonfirmasi.',
      'After this time a new operator counts if no admin could confirm them.',
    ],
    'order.market_buffer_ppm': [
      'Seberapa jauh di atas harga jual terbaik uang dibekukan untuk order beli pasar.',
      'How far above the best ask money is frozen for a market buy, which may cost it.',
    ],
    'order.market_floor_ppm': [
      'Seberapa jauh di bawah harga beli terbaik order jual pasar boleh terlaksana.',
      'How far below the best bid a market sell may be executed.',
    ],
    'order.most_open': ['Order terbuka per pengguna.', 'Open orders of a user.'],
    'order.per_day': ['Order per pengguna per hari.', 'Orders of a user on a day.'],
    'order.per_ten_seconds': [
      'Order per pengguna dalam sepuluh detik.',
      'Orders of a user within ten seconds.',
    ],
    'order.price_max_age_seconds': [
      'Usia terlama harga pasar yang dipakai memeriksa order.',
      'The greatest age of a price that checks an order.',
    ],
    'order.repeat_guard_seconds': [
      'Berapa lama order yang sama persis ditolak; 0 berarti tidak pernah.',
      'How long an identical order is refused; 0 means never.',
    ],
    'otp.mails_per_hour': [
      'Email berisi kode dalam sejam; di atasnya operator diberi tahu.',
      'Mails with codes in an hour; beyond it operators are alerted.',
    ],
    'otp.sms_countries': [
      'Negara yang nomornya menerima SMS.',
      'The countries whose phones get texts.',
    ],
    'otp.texts_alert_ppm': [
      'Mulai bagian ini dari SMS sejam operator diberi tahu.',
      'From this share of the texts of an hour operators are alerted.',
    ],
    'otp.texts_before_captcha': [
      'SMS per pengguna per hari sebelum captcha diminta.',
      'Texts to a user on a day before a captcha is required.',
    ],
    'otp.texts_per_country_hour': [
      'SMS ke satu negara dalam sejam.',
      'Texts to one country in an hour.',
    ],
    'otp.texts_per_day_unproven': [
      'SMS per pengguna per hari sebelum identitasnya terbukti.',
      'Texts to a user on a day before the identity is proven.',
    ],
    'otp.texts_per_hour': ['SMS ke semua pengguna dalam sejam.', 'Texts to all users in an hour.'],
    'otp.texts_per_prefix_hour': [
      'SMS ke satu blok 10.000 nomor dalam sejam.',
      'Texts to one block of 10,000 numbers in an hour.',
    ],
    'payd.banks_kept_seconds': [
      'Berapa lama daftar bank payd disimpan.',
      "How long payd's list of banks is kept.",
    ],
    'payd.confirm_status': [
      'Apakah pembukuan payd ditanya sebelum pembayarannya dikreditkan.',
      "Whether payd's books are asked before its payments are credited.",
    ],
    'payx.settlement_hours': [
      'Berapa lama payx boleh memproses pembayaran ke saldonya.',
      'How long payx may take to settle payments into its balance.',
    ],
    'payx.unconfirmed_account_idr': [
      'Yang dikreditkan kepada satu pengguna sebelum payx mengonfirmasinya.',
      'The most that is credited to a user before payx has confirmed it.',
    ],
    'payx.unconfirmed_house_idr': [
      'Yang sama untuk semua pengguna.',
      'The same for all users together.',
    ],
    'price.fiat_max_age_seconds': [
      'Usia terlama kurs dolar yang menilai uang.',
      'The greatest age of the dollar rate that values money.',
    ],
    'price.max_age_seconds': [
      'Usia terlama harga pasar yang menilai uang.',
      'The greatest age of a market price that values money.',
    ],
    'price.median_seconds': [
      'Jangka waktu harga median sebuah pasangan.',
      'The period of the median price of a pair.',
    ],
    'price.shown_age_seconds': [
      'Usia terlama harga yang ditampilkan.',
      'The greatest age of a price that is shown.',
    ],
    'security.lowering_needs_password': [
      'Apakah mematikan kunci aplikasi memerlukan kata sandi.',
      'Whether turning off a lock of the app requires the password.',
    ],
    'settings.delay_minutes': [
      'Menit paling sedikit dari sebuah usulan sampai berlaku.',
      'The fewest minutes from a proposal to its effect.',
    ],
    'tax.certification_from': [
      'Mulai hari ini order dan deposit perlu pernyataan domisili pajak.',
      'From this day orders and deposits need a certified tax residence.',
    ],
    'tax.collector': [
      'Kedudukan kita sebagai pemungut pajak.',
      'Our status as a collector of taxes.',
    ],
    'tax.house_address': [
      'Alamat pemungut pada bukti pajak.',
      "The collector's address on tax slips.",
    ],
    'tax.house_city': ['Kota pemungut pada bukti pajak.', "The collector's city on tax slips."],
    'tax.house_name': ['Nama pemungut pada bukti pajak.', "The collector's name on tax slips."],
    'tax.house_npwp': ['NPWP pemungut pada bukti pajak.', "The collector's NPWP on tax slips."],
    'tax.valuation': [
      'Harga yang dipakai untuk menilai koin dalam rupiah.',
      'The price by which coins are valued in rupiah.',
    ],
    'withdrawal.approval_idr': [
      'Mulai nilai ini dalam 24 jam ke satu tujuan seorang operator harus setuju.',
      'From this value to one destination within 24 hours an operator must approve.',
    ],
    'withdrawal.cooloff_free_idr': [
      'Yang boleh ditarik tanpa operator setelah autentikator atau rekening berubah.',
      'What may be withdrawn without an operator after an authenticator or account changed.',
    ],
    'withdrawal.cooloff_hours': [
      'Berapa lama perubahan autentikator atau rekening membatasi penarikan.',
      'How long a changed authenticator or bank account limits withdrawals.',
    ],
    'withdrawal.daily_limit_idr': [
      'Penarikan per pengguna per hari, koin menurut nilainya.',
      'Withdrawals of a user on a day, coins at their value.',
    ],
    'withdrawal.destination_trust_hours': [
      'Berapa lama sejak penarikan berhasil sampai tujuannya dianggap pernah dipakai.',
      'How long after a withdrawal succeeded its destination counts as used.',
    ],
    'withdrawal.first_use_approval_idr': [
      'Mulai nilai ini ke tujuan baru seorang operator harus setuju.',
      'From this value to a new destination an operator must approve.',
    ],
    'withdrawal.gate_seconds': [
      'Jeda sampai penarikan berikut dari aset yang sama.',
      'The pause until the next withdrawal of the same asset.',
    ],
    'withdrawal.idr_fee': [
      'Biaya penarikan rupiah, di luar jumlahnya.',
      'The fee of a rupiah withdrawal, on top of its amount.',
    ],
    'withdrawal.idr_maximum': ['Penarikan rupiah terbesar.', 'The largest rupiah withdrawal.'],
    'withdrawal.idr_minimum': ['Penarikan rupiah terkecil.', 'The smallest rupiah withdrawal.'],
    'withdrawal.lock_after_reset_hours': [
      'Berapa lama pengguna tidak dapat menarik setelah kata sandinya diatur ulang.',
      'How long a user cannot withdraw after the password was reset.',
    ],
    'withdrawal.new_account_hours': [
      'Berapa lama sebuah akun dianggap baru: penarikan besarnya perlu dua operator.',
      'How long an account is new: its large withdrawals need two operators.',
    ],
    'withdrawal.price_disagreement_ppm': [
      'Beda harga sebuah koin yang membuat penarikannya menunggu operator.',
      'How far prices of a coin may differ before its withdrawals wait for an operator.',
    ],
    'withdrawal.residential_by_day': [
      'Apakah batas alamat tinggal dihitung dari seluruh penarikan sehari.',
      'Whether the residential threshold counts all withdrawals of a day.',
    ],
    'withdrawal.residential_usdt': [
      'Nilai dalam USDT yang di atasnya alamat tinggal penerima diminta.',
      "The value in USDT above which the recipient's residential address is required.",
    ],
    'withdrawal.short_history_free_ppm': [
      'Bagian batas harian yang boleh ditarik selama riwayat harga koin masih pendek.',
      'The share of the daily limit that is free while the price history of a coin is short.',
    ],
    'withdrawal.two_approvals_idr': [
      'Mulai nilai ini dalam 24 jam ke satu tujuan dua operator harus setuju.',
      'From this value to one destination within 24 hours two operators must approve.',
    ],
  },
})
