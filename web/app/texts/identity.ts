import { texts } from '../../ui/texts.ts'

export const identityTexts = texts({
  success: [
    'Identitas Anda terverifikasi. Anda dapat berdagang dan menarik dana.',
    'Your identity is verified. You can trade and withdraw.',
  ],
  toMarkets: ['Ke pasar', 'To the markets'],
  toTaxResidence: ['Nyatakan domisili pajak Anda', 'Certify your tax residence'],
  pending: [
    'Identitas Anda sedang diperiksa. Kami memberi tahu Anda begitu selesai.',
    'Your identity is being checked. We tell you as soon as it is done.',
  ],
  failed: [
    'Identitas Anda belum dapat diverifikasi. Wajah tidak cocok dengan KTP, KTP dipakai akun ' +
      'lain, atau data ditolak. Ulangi dengan cahaya yang cukup dan KTP Anda sendiri.',
    'Your identity could not be verified. The face did not match the card, the card belongs to ' +
      'another account, or the data was rejected. Try again in good light, with your own card.',
  ],
  cardStep: ['Foto KTP', 'Identity card'],
  faceStep: ['Foto wajah', 'Face'],
  cardHint: [
    'Letakkan KTP di tempat terang. Keempat sudutnya harus terlihat.',
    'Put your KTP in a bright place. All four corners must be visible.',
  ],
  faceHint: [
    'Lihat ke kamera, tanpa masker dan kacamata hitam.',
    'Look into the camera, without a mask or sunglasses.',
  ],
  useCamera: ['Pakai kamera', 'Use the camera'],
  chooseFile: ['Pilih file', 'Choose a file'],
  cameraPicture: ['Gambar kamera', 'The camera’s picture'],
  take: ['Ambil foto', 'Take the picture'],
  noCamera: [
    'Kamera tidak dapat dipakai. Izinkan di browser, atau pilih file.',
    'The camera cannot be used. Allow it in the browser, or choose a file.',
  ],
  noPicture: [
    'File ini bukan gambar yang dapat dibuka.',
    'This file is not a picture that can be opened.',
  ],
  reading: ['KTP sedang dibaca…', 'Reading the card…'],
  comparing: ['Wajah sedang dibandingkan…', 'Comparing the face…'],
  isThisYou: ['Apakah ini data Anda?', 'Is this you?'],
  thisIsMe: ['Ya, ini saya', 'Yes, this is me'],
  orAgain: ['Jika tidak, ambil foto lagi.', 'If not, take the picture again.'],
  phone: ['Nomor telepon Indonesia', 'Indonesian phone number'],
  send: ['Kirim', 'Send'],
  sent: ['Terkirim.', 'Sent.'],
  otherCard: ['Ulangi foto KTP', 'Take the card again'],
  fields: {
    nik: ['NIK', 'Number (NIK)'],
    nama: ['Nama', 'Name'],
    tempatLahir: ['Tempat lahir', 'Place of birth'],
    tanggalLahir: ['Tanggal lahir', 'Date of birth'],
    alamat: ['Alamat', 'Address'],
    kotaKabupaten: ['Kota/Kabupaten', 'City'],
  },
})
