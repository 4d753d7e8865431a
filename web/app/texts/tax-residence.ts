import { texts } from '../../ui/language.tsx'

/** The texts of the certification of the tax residence. */
export const taxResidenceTexts = texts(
  {
    why:
      'Peraturan (PMK 108/2025) meminta setiap pemilik akun menyatakan di mana ia menjadi subjek ' +
      'pajak. Kami melaporkannya setiap tahun kepada Direktorat Jenderal Pajak.',
    needsCard: 'Pertama, foto KTP Anda.',
    toIdentity: 'Ke verifikasi identitas',
    missing: 'Order dan deposit menunggu pernyataan domisili pajak Anda. Penarikan tetap terbuka.',
    due: 'Order dan deposit memerlukan pernyataan domisili pajak mulai',
    certifyNow: 'Nyatakan sekarang',
    certified: 'Dinyatakan pada',
    change: 'Ubah pernyataan',
    name: 'Nama sesuai KTP',
    birthDate: 'Tanggal lahir',
    birthPlace: 'Tempat lahir',
    address: 'Alamat tempat tinggal',
    city: 'Kota atau kabupaten',
    country: 'Negara alamat',
    residences: 'Domisili pajak',
    residence: (number: number) => `Domisili pajak ${number}`,
    taxNumber: 'Nomor pajak',
    taxNumberHint: 'Untuk Indonesia: NIK atau NPWP.',
    noNumber: 'Jika tidak ada nomor',
    noNumbers: {
      none: '–',
      'not-issued': 'Negara ini tidak menerbitkan nomor pajak',
      'not-required': 'Negara ini tidak mewajibkan nomor pajak',
    },
    addResidence: 'Tambah negara',
    removeResidence: 'Hapus negara terakhir',
    explanation: 'Penjelasan',
    explanationHint:
      'Hanya jika Anda warga atau penduduk Indonesia dan bukan subjek pajak di sini.',
    truth:
      'Saya menyatakan bahwa data ini benar dan akan memperbaruinya dalam 30 hari jika berubah.',
    truthNeeded: 'Centang pernyataan ini.',
    send: 'Nyatakan',
    sent: 'Domisili pajak Anda tersimpan.',
  },
  {
    why:
      'By regulation (PMK 108/2025), every owner of an account states where they are tax ' +
      'resident. We report it to the tax directorate every year.',
    needsCard: 'First take a picture of your identity card.',
    toIdentity: 'Verify your identity',
    missing: 'Orders and deposits wait for your tax residence. Withdrawals stay open.',
    due: 'Orders and deposits require your tax residence from',
    certifyNow: 'Certify now',
    certified: 'Certified on',
    change: 'Change it',
    name: 'Name as on the identity card',
    birthDate: 'Date of birth',
    birthPlace: 'Place of birth',
    address: 'Residential address',
    city: 'City',
    country: 'Country of the address',
    residences: 'Tax residences',
    residence: (number: number) => `Tax residence ${number}`,
    taxNumber: 'Tax number',
    taxNumberHint: 'For Indonesia: NIK or NPWP.',
    noNumber: 'If there is no number',
    noNumbers: {
      none: '–',
      'not-issued': 'This country issues no tax numbers',
      'not-required': 'This country does not require a tax number',
    },
    addResidence: 'Add a country',
    removeResidence: 'Remove the last country',
    explanation: 'Explanation',
    explanationHint: 'Only if you are a citizen or resident of Indonesia, and not taxed here.',
    truth: 'I certify that these data are true, and will correct them within 30 days of a change.',
    truthNeeded: 'Tick this statement.',
    send: 'Certify',
    sent: 'Your tax residence is stored.',
  },
)
