import type { Language } from '@tukar/client'
import { approvable, lists } from './lists.ts'
import { texts } from './texts.ts'

const english = `tukar: what operators do from a terminal

  tukar login --url https://api.example.com    sign in; asks for email, password and code
  tukar whoami                                 show who is signed in, and until when
  tukar list withdrawals --where status=PENDING_APPROVAL
  tukar show withdrawals wd-…                  show one item; the look is audited
  tukar approve withdrawal wd-… --code 123456  approve; without --code it asks
  tukar replay 42                              apply a parked event of a provider again
  tukar replay --where source=… --reason …     the same for all that the filters find
  tukar logout

Options
  --json            print JSON instead of a table
  --where NAME=VALUE  filter a list; may be repeated
  --limit N         rows of a page (20); --all reads every page; --cursor C goes on after one
  --lang en|id      language; else TUKAR_LANG or LANG
  --note, --amount  of an approval

Exit codes
  0 done   1 the service refused   2 wrong usage   3 sign in first   4 no response

The session is kept in ~/.config/tukar/session.json (TUKAR_SESSION names another file).
Without a terminal, login reads email, password and code from the lines of its input.

Approve: ${Object.keys(approvable).join(', ')}
Lists, with their filters:`

const indonesian = `tukar: pekerjaan operator dari terminal

  tukar login --url https://api.example.com    masuk; meminta email, kata sandi, dan kode
  tukar whoami                                 siapa yang masuk, dan sampai kapan
  tukar list withdrawals --where status=PENDING_APPROVAL
  tukar show withdrawals wd-…                  satu rincian; melihatnya tercatat di jejak audit
  tukar approve withdrawal wd-… --code 123456  setujui; tanpa --code, kode diminta
  tukar replay 42                              terapkan lagi peristiwa penyedia yang tertahan
  tukar replay --where source=… --reason …     sama, untuk semua yang cocok dengan saringan
  tukar logout

Opsi
  --json            cetak JSON, bukan tabel
  --where NAMA=NILAI  saring daftar; boleh diulang
  --limit N         baris per halaman (20); --all membaca semua; --cursor C melanjutkan
  --lang en|id      bahasa; jika tidak ada, TUKAR_LANG atau LANG
  --note, --amount  untuk persetujuan

Kode keluar
  0 berhasil   1 ditolak layanan   2 salah pakai   3 masuk dulu   4 tidak ada respons

Sesi disimpan di ~/.config/tukar/session.json (TUKAR_SESSION menunjuk berkas lain).
Tanpa terminal, login membaca email, kata sandi, dan kode dari baris-baris masukannya.

Setujui: ${Object.keys(approvable).join(', ')}
Daftar, dengan saringannya:`

/** Returns the help, with every list that the program knows. */
export function helpIn(language: Language): string {
  const heads = { en: english, id: indonesian }
  const rows = Object.entries(lists).map(
    ([name, { filters }]) => `  ${name.padEnd(12)}${texts.filters[language]} ${filters.join(', ')}`,
  )
  return [heads[language], ...rows].join('\n')
}
