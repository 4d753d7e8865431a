import { texts } from '../../ui/texts.ts'

/** The words of the yearly reports to the tax directorate. */
export const carfTexts = texts({
  reports: ['Laporan tahunan (CARF)', 'Yearly reports (CARF)'],
  report: ['Laporan tahunan', 'Yearly report'],
  year: ['Tahun', 'Year'],
  kind: ['Jenis', 'Kind'],
  original: ['Laporan', 'Report'],
  correction: ['Koreksi', 'Correction'],
  state: ['Status', 'Status'],
  states: {
    drawing: ['Sedang disusun', 'Being drawn'],
    drawn: ['Tersusun', 'Drawn'],
    proposed: ['Menunggu operator kedua', 'Waits for a second operator'],
    released: ['Dirilis', 'Released'],
    discarded: ['Dibuang', 'Discarded'],
  },
  requestedAt: ['Diminta', 'Requested'],
  requestedBy: ['Diminta oleh', 'Requested by'],
  releasedAt: ['Dirilis pada', 'Released'],
  newRecords: ['Pengguna baru', 'New users'],
  corrections: ['Koreksi', 'Corrections'],
  deletions: ['Penghapusan', 'Deletions'],
  unvalued: ['Transaksi tanpa nilai rupiah', 'Transactions without a rupiah value'],
  unidentified: [
    'Pengguna tanpa identitas, tidak dilaporkan',
    'Users without an identity, left out',
  ],
  check: ['Pemeriksaan skema', 'Check against the schema'],
  checks: {
    valid: ['Sesuai', 'Valid'],
    invalid: ['Tidak sesuai', 'Invalid'],
    unchecked: ['Belum diperiksa', 'Not checked'],
  },
  draw: ['Susun laporan', 'Draw a report'],
  drawHint: [
    'Setelah laporan tahun itu dirilis, ini menjadi koreksinya.',
    'Once the report of that year is released, this becomes its correction.',
  ],
  release: ['Rilis', 'Release'],
  releaseHint: [
    'Setelah dua operator setuju, file dapat dikirim ke Direktorat Jenderal Pajak.',
    'Once two operators agree, the file may be sent to the tax directorate.',
  ],
  discard: ['Buang', 'Discard'],
  discardHint: [
    'Laporan ini tidak dirilis. Laporan baru dapat disusun.',
    'This report is not released. A new one can be drawn.',
  ],
  nil: [
    'Tidak ada yang dilaporkan: file menyatakan laporan nihil.',
    'There is nothing to report: the file says so.',
  ],
  newFile: ['XML: data baru', 'XML: new data'],
  correctionFile: ['XML: koreksi', 'XML: corrections'],
  csvFile: ['CSV', 'CSV'],
})
