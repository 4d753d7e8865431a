import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { withXmllint } from '../../../tests/make/carf-reports.ts'
import { userId } from '../../base/values/ids.ts'
import { categories, recordRef } from './carf.rules.ts'
import { xmlEnd, xmlRecord, xmlStart } from './carf-xml.rules.ts'
import { lint } from './check-carf-file.ts'

const schema = path.join(import.meta.dirname, '../../../tests/make/carf-schema/carf.xsd')

const users = 4_000
const mostKibibytes = 100_000
const person = {
  ...{ name: 'BUDI SANTOSO', address: 'JL. MERDEKA NO. 17', city: 'JAKARTA', country: 'ID' },
  ...{ birthDate: '1990-01-01', birthPlace: 'JAKARTA' },
  residences: [{ country: 'ID', taxNumber: '3173010101900001', noNumber: null }],
}
const figures = ['BTC', 'ETH', 'SOL', 'XRP'].flatMap((symbol) =>
  categories.map(({ category }) => {
    return { symbol, name: symbol, category, transactions: '1', units: '0.5', amountIdr: '1000' }
  }),
)

/** A file of many users, of about 20 MB. */
function largeFile(): string {
  const house = { name: 'Tukar', address: 'Jalan Contoh 1', city: 'Jakarta', npwp: '0' }
  const refs = { messageRef: 'message', houseRef: 'house', isKnownHouse: false }
  const about = { part: 'new', isNil: false, year: 2025, at: new Date() } as const
  const records = Array.from({ length: users }, (_, at) => {
    const user = userId(at + 1)
    return xmlRecord({
      ...{ ref: recordRef(2025, 1, user), kind: 'new', corrects: null, user, person, figures },
    })
  })
  return [xmlStart({ house, ...refs, ...about }), ...records, xmlEnd].join('')
}

test('the check of a large file takes little memory', withXmllint, async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'carf-test-'))
  const { PATH = '' } = process.env
  t.after(() => {
    process.env['PATH'] = PATH
    return rm(folder, { recursive: true })
  })
  const limited = `#!/bin/sh\nulimit -v ${mostKibibytes}\nexec env PATH='${PATH}' xmllint "$@"\n`
  await writeFile(path.join(folder, 'xmllint'), limited, { mode: 0o700 })
  process.env['PATH'] = `${folder}:${PATH}`
  const file = path.join(folder, 'large.xml')
  await writeFile(file, largeFile())
  assert.deepEqual(await lint(schema, file), { checked: 'valid', problems: null })
})
