import { texts } from '../../ui/texts.ts'

export const frameTexts = texts({
  navigation: ['Navigasi', 'Navigation'],
  howThisWorks: ['Cara kerjanya', 'How this works'],
  notFound: ['Halaman ini tidak ada.', 'This page does not exist.'],
  home: ['Ke halaman awal', 'To the start'],
  broken: [
    'Layar ini gagal dimuat. Muat ulang halaman.',
    'This screen failed to load. Reload the page.',
  ],
  reload: ['Muat ulang', 'Reload'],
})
