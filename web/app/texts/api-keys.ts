import { texts } from '../../ui/texts.ts'

export const apiKeysTexts = texts({
  intro: [
    'Program menandatangani setiap permintaan dengan kunci, tanpa masuk.',
    'A program signs each request with a key instead of signing in.',
  ],
  none: ['Belum ada kunci.', 'No keys yet.'],
  create: ['Buat kunci', 'Create a key'],
  name: ['Nama', 'Name'],
  permissions: ['Izin', 'Permissions'],
  read: ['Membaca', 'Read'],
  trade: ['Berdagang', 'Trade'],
  withdraw: ['Menarik dana', 'Withdraw'],
  noPermission: ['Pilih setidaknya satu izin.', 'Choose at least one permission.'],
  ips: ['Alamat IP yang diizinkan', 'Allowed IP addresses'],
  ipsHint: [
    'Dipisahkan koma, misalnya 203.0.113.7, 198.51.100.0/24. Kosong berarti semua.',
    'Separated by commas, such as 203.0.113.7, 198.51.100.0/24. Empty allows all.',
  ],
  anyIp: ['Semua alamat', 'Any address'],
  key: ['Kunci API', 'API key'],
  secret: ['Rahasia', 'Secret'],
  once: [
    'Simpan rahasia ini sekarang: tidak akan ditampilkan lagi.',
    'Store this secret now: it is not shown again.',
  ],
  kept: ['Sudah saya simpan', 'I have stored it'],
  change: ['Perbarui', 'Renew'],
  changeEffects: [
    'Kunci dan rahasia diganti; yang lama langsung berhenti berlaku.',
    'The key and its secret are replaced; the old ones stop working at once.',
  ],
  wholeKey: ['Kunci API lengkap', 'The whole API key'],
  wholeKeyHint: [
    'Daftar hanya menampilkan sebagian. Salin dari program yang memakainya.',
    'The list shows a part only. Copy it from the program that uses it.',
  ],
  remove: ['Hapus', 'Delete'],
  removeEffects: [
    'Program yang memakainya langsung ditolak.',
    'Programs that use it are refused at once.',
  ],
  removed: ['Kunci dihapus.', 'The key is deleted.'],
  suspended: ['Ditangguhkan', 'Suspended'],
  createdAt: ['Dibuat', 'Created'],
  code: ['Kode autentikator', 'Authenticator code'],
  codeToWithdraw: [
    'Dengan kode ini, kunci dapat langsung menarik dana; tanpanya setelah 24 jam.',
    'With it, the key may withdraw at once; without it after 24 hours.',
  ],
  withdrawsFrom: ['Dapat menarik dana mulai', 'May withdraw from'],
})
