/** The fields that the emulator reads on a card, made up from its number unless given. */

const people = [
  ['BUDI SANTOSO', 'SITI RAHAYU'],
  ['AGUS WIJAYA', 'DEWI LESTARI'],
  ['JOKO PRASETYO', 'SRI WAHYUNI'],
  ['RIZKY PRATAMA', 'PUTRI ANGGRAINI'],
] as const

const read = (value: string, confidence = 98) => ({ value, confidence })

export function cardOf(nik: string, printed: ReadonlyMap<string, string>) {
  const fields = Object.entries(madeUp(nik))
  return Object.fromEntries(
    fields.map(([name, field]) => [name, { ...field, value: printed.get(name) ?? field.value }]),
  )
}

function madeUp(nik: string) {
  const day = Number.parseInt(nik.slice(6, 8), 10)
  const woman = day > 40
  const [man, wife] = people[Number.parseInt(nik.slice(12), 10) % people.length] ?? people[0]
  return {
    nik: read(nik, 99),
    nama: read(woman ? wife : man),
    tempatLahir: read('JAKARTA'),
    tanggalLahir: read(birthDate(nik, woman ? day - 40 : day)),
    jenisKelamin: read(woman ? 'PEREMPUAN' : 'LAKI-LAKI'),
    golonganDarah: read('O', 91),
    alamat: read('JL. MERDEKA NO. 17'),
    rtRw: read('001/002'),
    kelurahanDesa: read('GAMBIR'),
    kecamatan: read('GAMBIR'),
    kotaKabupaten: read('JAKARTA PUSAT'),
    provinsi: read('DKI JAKARTA'),
    agama: read('ISLAM'),
    statusPerkawinan: read('BELUM KAWIN'),
    pekerjaan: read('KARYAWAN SWASTA'),
    kewarganegaraan: read('WNI'),
    berlakuHingga: read('SEUMUR HIDUP'),
  }
}

function birthDate(nik: string, day: number): string {
  const [month, year] = [nik.slice(8, 10), nik.slice(10, 12)]
  const isDate = day >= 1 && day <= 31 && /^(?:0[1-9]|1[0-2])$/.test(month)
  if (!isDate) return '01-01-1990'
  return `${day.toString().padStart(2, '0')}-${month}-${year > '25' ? '19' : '20'}${year}`
}
