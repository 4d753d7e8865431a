import { texts } from '../../ui/texts.ts'

export const taxResidenceTexts = texts({
  why: [
    'Peraturan (PMK 108/2025) meminta setiap pemilik akun menyatakan di mana ia menjadi subjek ' +
      'pajak. Kami melaporkannya setiap tahun kepada Direktorat Jenderal Pajak.',
    'By regulation (PMK 108/2025), every owner of an account states where they are tax ' +
      'resident. We report it to the tax directorate every year.',
  ],
  needsCard: ['Pertama, foto KTP Anda.', 'First take a picture of your identity card.'],
  toIdentity: ['Ke verifikasi identitas', 'Verify your identity'],
  missing: [
    'Order dan deposit menunggu pernyataan domisili pajak Anda. Penarikan tetap terbuka.',
    'Orders and deposits wait for your tax residence. Withdrawals stay open.',
  ],
  due: [
    'Order dan deposit memerlukan pernyataan domisili pajak mulai',
    'Orders and deposits require your tax residence from',
  ],
  certifyNow: ['Nyatakan sekarang', 'Certify now'],
  certified: ['Dinyatakan pada', 'Certified on'],
  change: ['Ubah pernyataan', 'Change it'],
  name: ['Nama sesuai KTP', 'Name as on the identity card'],
  birthDate: ['Tanggal lahir', 'Date of birth'],
  birthPlace: ['Tempat lahir', 'Place of birth'],
  address: ['Alamat tempat tinggal', 'Residential address'],
  city: ['Kota atau kabupaten', 'City'],
  country: ['Negara alamat', 'Country of the address'],
  residences: ['Domisili pajak', 'Tax residences'],
  residence: (number: number) => [`Domisili pajak ${number}`, `Tax residence ${number}`],
  taxNumber: ['Nomor pajak', 'Tax number'],
  taxNumberHint: ['Untuk Indonesia: NIK atau NPWP.', 'For Indonesia: NIK or NPWP.'],
  noNumber: ['Jika tidak ada nomor', 'If there is no number'],
  noNumbers: {
    none: ['–', '–'],
    'not-issued': [
      'Negara ini tidak menerbitkan nomor pajak',
      'This country issues no tax numbers',
    ],
    'not-required': [
      'Negara ini tidak mewajibkan nomor pajak',
      'This country does not require a tax number',
    ],
  },
  addResidence: ['Tambah negara', 'Add a country'],
  removeResidence: ['Hapus negara terakhir', 'Remove the last country'],
  explanation: ['Penjelasan', 'Explanation'],
  explanationHint: [
    'Hanya jika Anda warga atau penduduk Indonesia dan bukan subjek pajak di sini.',
    'Only if you are a citizen or resident of Indonesia, and not taxed here.',
  ],
  truth: [
    'Saya menyatakan bahwa data ini benar dan akan memperbaruinya dalam 30 hari jika berubah.',
    'I certify that these data are true, and will correct them within 30 days of a change.',
  ],
  truthNeeded: ['Centang pernyataan ini.', 'Tick this statement.'],
  send: ['Nyatakan', 'Certify'],
  sent: ['Domisili pajak Anda tersimpan.', 'Your tax residence is stored.'],
})
