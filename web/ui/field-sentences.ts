/** The commonest sentences of the service about fields, which are English, in Indonesian. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^The .+ field is required\.$/, 'Wajib diisi.'],
  [/^The .+ field must be at least (\d+) characters\.$/, 'Paling sedikit $1 karakter.'],
  [/^The .+ field must not be greater than (\d+) characters\.$/, 'Paling banyak $1 karakter.'],
  [/^The .+ field must be (\d+) digits\.$/, 'Harus $1 angka.'],
  [/^The .+ field must be between (\d+) and (\d+) digits\.$/, 'Harus $1 sampai $2 angka.'],
  [/^The .+ field must be a valid email address\.$/, 'Alamat email ini tidak benar.'],
  [/^The .+ field must be a valid date\.$/, 'Tanggal ini tidak benar.'],
  [
    /^The .+ field must contain upper and lower case letters, a digit and a symbol\.$/,
    'Harus ada huruf besar, huruf kecil, angka dan simbol.',
  ],
]

/** Returns what is wrong with a field in Indonesian; it quotes a sentence that is not known. */
export function inIndonesian(sentence: string): string {
  const rule = known.find(([pattern]) => pattern.test(sentence))
  return rule === undefined ? `Isian ini belum benar. (${sentence})` : sentence.replace(...rule)
}
