import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LogLevel, setLogLevel, Vision } from '@glair/vision'
import { z } from 'zod'
import { pngWith } from '../../tests/make/picture.ts'
import { testSecrets } from '../test-rig.ts'
import type { Client } from './client.ts'

const Card = z.looseObject({
  status: z.literal('SUCCESS'),
  read: z.looseObject({ nik: z.object({ value: z.string(), confidence: z.number() }) }),
})
const Liveness = z.object({
  status: z.literal('success'),
  result: z.object({ spoof_percentage: z.number().max(1), status: z.literal('LOW') }),
})
const Match = z.object({
  status: z.literal('success'),
  result: z.object({
    match_percentage: z.number().max(1),
    match_status: z.string(),
    match_status_code: z.literal('MATCH'),
  }),
})

export const glairVision: Client = {
  package: '@glair/vision',
  emulator: 'idp',
  setUp: 'Its option `baseUrl` is the base URL of the emulator.',
  calls({ sandbox }) {
    setLogLevel(LogLevel.SILENT)
    const folder = mkdtempSync(path.join(tmpdir(), 'glair-'))
    const write = (name: string, content: Buffer | string): string => {
      const file = path.join(folder, name)
      writeFileSync(file, content)
      return file
    }
    const card = write('card.png', pngWith({ comment: '3173010101905678' }))
    const face = write('face.png', pngWith())
    const text = write('text.png', 'no picture')
    const vision = new Vision({
      baseUrl: `${sandbox.url}/idp`,
      apiKey: testSecrets.idpApiKey,
      username: 'tukar',
      password: testSecrets.idpPassword,
    })
    return [
      {
        name: 'ocr.ktp()',
        async run() {
          const { read } = Card.parse(await vision.ocr.ktp({ image: card }))
          assert.equal(read.nik.value, '3173010101905678')
          const status = 'FILE_INVALID_FORMAT'
          await assert.rejects(vision.ocr.ktp({ image: text }), { status })
          const stranger = { apiKey: 'wrong' }
          await assert.rejects(vision.ocr.ktp({ image: card }, stranger))
        },
      },
      {
        name: 'faceBio.passiveLiveness()',
        run: async () => Liveness.parse(await vision.faceBio.passiveLiveness({ image: face })),
      },
      {
        name: 'faceBio.match()',
        async run() {
          Match.parse(await vision.faceBio.match({ captured: face, stored: card }))
          await assert.rejects(vision.faceBio.match({ captured: face, stored: text }))
        },
      },
    ]
  },
}
