/** The sandbox's content until operators write their own. */
import type { WrittenBanner } from './banners/banners.sql.ts'
import type { WrittenCategory } from './news/news-categories.sql.ts'
import type { WrittenNews } from './news/news-writing.sql.ts'

/** A picture that needs no network: two colours and a few words. */
function picture(from: string, to: string, words: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 300"><defs>
<linearGradient id="g"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>
</linearGradient></defs><rect width="800" height="300" fill="url(#g)"/><text x="48" y="168"
font-family="sans-serif" font-size="44" font-weight="700" fill="#fff">${words}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg.replaceAll('\n', ' '))}`
}

export const sampleCategories: readonly WrittenCategory[] = [
  { slug: 'announcements', name: { id: 'Pengumuman', en: 'Announcements' }, position: 1 },
  { slug: 'market', name: { id: 'Pasar', en: 'Market' }, position: 2 },
  { slug: 'learn', name: { id: 'Belajar', en: 'Learn' }, position: 3 },
]

type SampleNews = Omit<WrittenNews, 'categoryId'> & Readonly<{ category: string }>

/** Oldest first. */
export const sampleNews: readonly SampleNews[] = [
  {
    slug: 'welcome-to-tukar',
    category: 'announcements',
    title: { id: 'Selamat datang di Tukar', en: 'Welcome to Tukar' },
    summary: {
      id: 'Beli dan jual aset kripto langsung dengan rupiah, dari satu aplikasi.',
      en: 'Buy and sell crypto assets with rupiah, from one app.',
    },
    body: {
      id: `<p>Mulai dalam tiga langkah:</p><ol><li>Daftar dan verifikasi email Anda.</li>
<li>Selesaikan verifikasi identitas.</li><li>Setor rupiah lewat virtual account atau
QRIS.</li></ol><p>Saldo Anda bertambah begitu pembayaran diterima.</p>`,
      en: `<p>Three steps to start:</p><ol><li>Sign up and verify your email.</li><li>Complete the
identity check.</li><li>Deposit rupiah by virtual account or QRIS.</li></ol><p>Your
balance grows as soon as the payment arrives.</p>`,
    },
    image: picture('#0f766e', '#134e4a', 'Tukar'),
    tags: ['tukar', 'getting-started'],
  },
  {
    slug: 'what-is-two-factor-authentication',
    category: 'learn',
    title: {
      id: 'Mengapa verifikasi dua langkah penting',
      en: 'Why two-factor authentication matters',
    },
    summary: {
      id: 'Kata sandi saja tidak cukup. Begini cara kode enam digit melindungi dana Anda.',
      en: 'A password alone is not enough. How six digits protect your funds.',
    },
    body: {
      id: `<p>Kode dari aplikasi autentikator berganti setiap 30 detik dan hanya berlaku satu kali.
Orang yang mengetahui kata sandi Anda tetap tidak bisa menarik dana tanpa ponsel
Anda.</p><h3>Yang perlu diingat</h3><ul><li>Jangan pernah membagikan kode kepada siapa
pun, termasuk petugas kami.</li><li>Simpan kunci cadangan di tempat yang aman.</li></ul>`,
      en: `<p>The code in an authenticator app changes every 30 seconds and counts once. Somebody
who knows your password still can not withdraw without your phone.</p><h3>Keep in
mind</h3><ul><li>Never share a code with anybody, our staff included.</li><li>Keep the
backup key in a safe place.</li></ul>`,
    },
    image: picture('#4338ca', '#312e81', '2FA'),
    tags: ['security', 'getting-started'],
  },
  {
    slug: 'how-crypto-is-taxed-in-indonesia',
    category: 'learn',
    title: { id: 'Pajak aset kripto di Indonesia', en: 'How crypto assets are taxed in Indonesia' },
    summary: {
      id: 'Sejak 1 Agustus 2025 penjual dikenai PPh final 0,21 persen dari nilai transaksi.',
      en: 'Since 1 August 2025 sellers owe a final income tax of 0.21 percent of the trade.',
    },
    body: {
      id: `<p>PPh pasal 22 final sebesar <strong>0,21%</strong> dipungut dari penjual pada setiap
transaksi di bursa dalam negeri. Pembelian tidak lagi dikenai PPN.</p><p>Kami memungut
dan menyetorkannya untuk Anda; rinciannya ada di riwayat pajak.</p>`,
      en: `<p>A final income tax of <strong>0.21%</strong> is withheld from the seller of each
trade on a domestic exchange. Purchases carry no value-added tax any more.</p><p>We
withhold and remit it for you; the details are in your tax history.</p>`,
    },
    image: null,
    tags: ['tax', 'regulation'],
  },
  {
    slug: 'choosing-the-right-network',
    category: 'learn',
    title: { id: 'Memilih jaringan yang tepat', en: 'Choosing the right network' },
    summary: {
      id: 'USDT ada di beberapa jaringan. Salah pilih berarti dana sulit kembali.',
      en: 'USDT lives on several networks. The wrong one makes funds hard to recover.',
    },
    body: {
      id: `<p>Jaringan pengirim dan penerima harus sama. Untuk USDT kami mendukung:</p><table>
<tbody><tr><th>Jaringan</th><th>Alamat</th></tr><tr><td>ERC20</td><td>diawali 0x</td>
</tr><tr><td>TRC20</td><td>diawali T</td></tr></tbody></table><p>XRP juga membutuhkan
<em>destination tag</em>.</p>`,
      en: `<p>Both ends must use the same network. For USDT we support:</p><table><tbody><tr>
<th>Network</th><th>Address</th></tr><tr><td>ERC20</td><td>begins with 0x</td></tr><tr>
<td>TRC20</td><td>begins with T</td></tr></tbody></table><p>XRP needs a <em>destination
tag</em> as well.</p>`,
    },
    image: null,
    tags: ['deposit', 'withdrawal', 'getting-started'],
  },
  {
    slug: 'solana-and-xrp-against-rupiah',
    category: 'market',
    title: {
      id: 'SOL dan XRP kini bisa diperdagangkan dengan rupiah',
      en: 'SOL and XRP now trade against rupiah',
    },
    summary: {
      id: 'Dua pasangan baru: SOL_IDR dan XRP_IDR.',
      en: 'Two new pairs: SOL_IDR and XRP_IDR.',
    },
    body: {
      id: `<p>Pasangan <strong>SOL_IDR</strong> dan <strong>XRP_IDR</strong> sudah dibuka. Setor
dan tarik kedua aset juga tersedia.</p>`,
      en: `<p>The pairs <strong>SOL_IDR</strong> and <strong>XRP_IDR</strong> are open. Both assets
can be deposited and withdrawn too.</p>`,
    },
    image: picture('#7c3aed', '#0ea5e9', 'SOL · XRP'),
    tags: ['listing', 'sol', 'xrp'],
  },
]

export const sampleBanners: readonly WrittenBanner[] = [
  {
    title: { id: 'Setor rupiah lewat QRIS', en: 'Deposit rupiah by QRIS' },
    image: picture('#0f766e', '#65a30d', 'QRIS'),
    link: null,
    status: 'ACTIVE',
    position: 1,
  },
  {
    title: { id: 'Amankan akun Anda', en: 'Secure your account' },
    image: picture('#4338ca', '#db2777', '2FA'),
    link: null,
    status: 'ACTIVE',
    position: 2,
  },
  {
    title: { id: 'Perawatan terjadwal', en: 'Scheduled maintenance' },
    image: picture('#475569', '#1e293b', '02:00'),
    link: null,
    status: 'INACTIVE',
    position: 3,
  },
]
