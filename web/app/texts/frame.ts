import { texts } from '../../ui/language.tsx'

export const frameTexts = texts(
  {
    navigation: 'Navigasi',
    howThisWorks: 'Cara kerjanya',
    notFound: 'Halaman ini tidak ada.',
    home: 'Ke halaman awal',
    broken: 'Layar ini gagal dimuat. Muat ulang halaman.',
    reload: 'Muat ulang',
  },
  {
    navigation: 'Navigation',
    howThisWorks: 'How this works',
    notFound: 'This page does not exist.',
    home: 'To the start',
    broken: 'This screen failed to load. Reload the page.',
    reload: 'Reload',
  },
)
