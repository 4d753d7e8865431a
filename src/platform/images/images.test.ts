import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import sharp from 'sharp'
import { eventually } from '../../../tests/harness.ts'
import { childrenFromNow } from '../../../tests/make/children.ts'
import {
  jpegPicture,
  plainPng,
  pngChunk,
  pngPicture,
  taggedPhoto,
} from '../../../tests/make/pictures.ts'
import { imageLimits } from './image-limits.ts'
import { decodersAtOnce, type ImageOptions, openImages } from './images.ts'
import type { Picture } from './picture.ts'

const silent = pino({ level: 'silent' })
const children = await childrenFromNow()

function imagesOf(t: TestContext, options: Omit<ImageOptions, 'log'> = {}) {
  const images = openImages({ log: silent, ...options })
  t.after(() => images.close())
  return images
}

/** A program for decoding processes that does not decode. */
async function program(t: TestContext, text: string): Promise<URL> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-decoder-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'program.mjs')
  await writeFile(file, text)
  return pathToFileURL(file)
}

function decoded(picture: Picture | null): Picture {
  assert.ok(picture !== null, 'the picture was refused')
  return picture
}

describe('a valid picture', () => {
  test('keeps its type and its size, and is re-encoded', async (t) => {
    const images = imagesOf(t)
    for (const [make, mediaType, format] of [
      [jpegPicture, 'image/jpeg', 'jpeg'],
      [pngPicture, 'image/png', 'png'],
    ] as const) {
      const sent = await make()
      const clean = decoded(await images.clean(sent, mediaType))
      assert.deepEqual([clean.mediaType, clean.width, clean.height], [mediaType, 32, 24])
      assert.equal((await sharp(clean.bytes).metadata()).format, format)
    }
  })

  test('of the largest size is accepted, and one pixel row more is not', async (t) => {
    const images = imagesOf(t)
    const largest = plainPng({ width: 5_000, height: imageLimits.pixels / 5_000 })
    assert.equal(decoded(await images.clean(largest, 'image/png')).height, 5_000)
    const larger = plainPng({ width: 5_000, height: 5_001 })
    assert.equal(await images.clean(larger, 'image/png'), null)
  })

  test('loses location, author, scripts and colour profile, and is upright', async (t) => {
    const sent = await taggedPhoto()
    const before = await sharp(sent).metadata()
    assert.ok(before.exif && before.xmp && before.icc && before.orientation === 6)
    assert.ok(sent.includes('Budi Santoso') && sent.includes('secret place'))
    const clean = decoded(await imagesOf(t).clean(sent, 'image/jpeg'))
    const after = await sharp(clean.bytes).metadata()
    assert.deepEqual(
      [after.exif, after.xmp, after.icc, after.iptc, after.comments, after.orientation],
      [undefined, undefined, undefined, undefined, undefined, undefined],
    )
    assert.deepEqual([clean.width, clean.height], [20, 40])
    for (const word of ['Budi Santoso', '<script>', 'secret place', 'Exif']) {
      assert.ok(!clean.bytes.includes(word), word)
    }
  })

  test('with a text comment loses it, in both formats', async (t) => {
    const images = imagesOf(t)
    const jpeg = withJpegComment(await jpegPicture(), 'NIK 3171234567890001')
    const png = withPngText(await pngPicture(), 'NIK 3171234567890001')
    for (const [sent, mediaType] of [
      [jpeg, 'image/jpeg'],
      [png, 'image/png'],
    ] as const) {
      const clean = decoded(await images.clean(sent, mediaType))
      assert.ok(sent.includes('NIK') && !clean.bytes.includes('NIK'))
    }
  })

  test('that is also another format loses the appended data', async (t) => {
    const images = imagesOf(t)
    const tails = ['PK\u0003\u0004 payload', '<html><script>alert(1)</script>', '<?php system(1);']
    for (const tail of tails) {
      const jpeg = Buffer.concat([await jpegPicture(), Buffer.from(tail)])
      const png = Buffer.concat([await pngPicture(), Buffer.from(tail)])
      for (const [sent, mediaType] of [
        [jpeg, 'image/jpeg'],
        [png, 'image/png'],
      ] as const) {
        assert.ok(!decoded(await images.clean(sent, mediaType)).bytes.includes(tail), tail)
      }
    }
  })
})

describe('a file that is not a picture', () => {
  test('is refused: cut off, of the other type, of a third type, or a head alone', async (t) => {
    const images = imagesOf(t)
    const jpeg = await jpegPicture({ width: 300, height: 300 })
    const png = await pngPicture({ width: 300, height: 300 })
    const webp = await sharp(png).webp().toBuffer()
    const gif = await sharp(png).gif().toBuffer()
    const tries = [
      [jpeg.subarray(0, jpeg.length / 2), 'image/jpeg'],
      [png.subarray(0, png.length / 2), 'image/png'],
      [jpeg.subarray(0, 200), 'image/jpeg'],
      [png, 'image/jpeg'],
      [jpeg, 'image/png'],
      [webp, 'image/jpeg'],
      [gif, 'image/png'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'],
      [Buffer.concat([jpeg.subarray(0, 3), Buffer.alloc(5_000)]), 'image/jpeg'],
      [Buffer.alloc(0), 'image/jpeg'],
    ] as const
    for (const [bytes, mediaType] of tries) {
      assert.equal(await images.clean(bytes, mediaType), null)
    }
    decoded(await images.clean(jpeg, 'image/jpeg'))
  })

  test('is refused by its head when it would unpack to hundreds of megapixels', async (t) => {
    const images = imagesOf(t)
    const bomb = plainPng({ width: 14_000, height: 14_000 })
    assert.ok(bomb.length < 1_000_000)
    const large = plainPng({ width: 4_000, height: 4_000 })
    const takenMs = async (picture: Buffer): Promise<number> => {
      const startedMs = performance.now()
      await images.clean(picture, 'image/png')
      return performance.now() - startedMs
    }
    decoded(await images.clean(large, 'image/png'))
    assert.equal(await images.clean(bomb, 'image/png'), null)
    const triesMs = [await takenMs(bomb), await takenMs(bomb), await takenMs(bomb)]
    assert.ok(Math.min(...triesMs) < (await takenMs(large)), 'twelve times its size')
    const lying = Buffer.from(await pngPicture())
    lying.writeUInt32BE(2_000_000_000, 16)
    assert.equal(await images.clean(lying, 'image/png'), null)
  })
})

const ready = `process.send({ kind: 'ready' });`
/** A decoder that returns as many zero bytes as the job has bytes. */
const echo = `{
  process.stdout.write(Buffer.alloc(job.length))
  process.send({ kind: 'done', picture: { ...job, width: 1, height: 1 } })
}`

describe('a decoding process', () => {
  test('that crashes on a picture refuses that picture and no other', async (t) => {
    const images = imagesOf(t, {
      program: await program(
        t,
        `${ready} process.on('message', (job) =>
        { if (job.length === 1) process.abort(); else ${echo} })`,
      ),
    })
    const [died, lived] = await Promise.all([
      images.clean(Buffer.alloc(1), 'image/png'),
      images.clean(Buffer.alloc(2), 'image/png'),
    ])
    assert.equal(died, null)
    assert.equal(decoded(lived).bytes.length, 2)
    assert.equal(decoded(await images.clean(Buffer.alloc(3), 'image/png')).bytes.length, 3)
  })

  test('that writes an unexpected reply is rejected', async (t) => {
    const images = imagesOf(t, {
      program: await program(
        t,
        `${ready} process.on('message', () =>
        process.send({ kind: 'done', picture: { length: 'x', mediaType: 'text/html' } }))`,
      ),
    })
    assert.equal(await images.clean(Buffer.alloc(1), 'image/png'), null)
  })

  test('that takes too long is ended, and the caller gets a time to retry', async (t) => {
    const images = imagesOf(t, {
      program: await program(t, `${ready} process.on('message', () => { for (;;); })`),
      bounds: { decodeMs: 200 },
    })
    await assert.rejects(images.clean(Buffer.alloc(1), 'image/png'), {
      key: 'api.service_unavailable',
    })
    await eventually('its end', async () => (await children()).length === 0)
  })

  test('that cannot start implies nothing about the picture', async (t) => {
    const images = imagesOf(t, { program: await program(t, `process.exit(1)`) })
    await assert.rejects(images.clean(Buffer.alloc(1), 'image/png'), {
      key: 'api.service_unavailable',
    })
  })

  test('runs two at most and leaves a core free; a refused caller may retry', async (t) => {
    const images = imagesOf(t, {
      program: await program(
        t,
        `${ready} process.on('message', (job) => setTimeout(() => ${echo}, 60))`,
      ),
    })
    const { waiting } = imageLimits
    const atOnce = decodersAtOnce
    assert.ok(atOnce <= 2 && atOnce <= Math.max(1, availableParallelism() - 1))
    const requests = Array.from({ length: atOnce + waiting + 3 }, () =>
      images.clean(Buffer.alloc(1), 'image/png').then(
        () => 'done',
        (error) => error.key,
      ),
    )
    await eventually('the processes', async () => (await children()).length === atOnce)
    const answers = await Promise.all(requests)
    assert.equal(answers.filter((one) => one === 'done').length, atOnce + waiting)
    assert.equal(answers.filter((one) => one === 'api.service_unavailable').length, 3)
    assert.equal((await children()).length, atOnce)
  })

  test('ends when it is idle, and with the service', async (t) => {
    const images = imagesOf(t, { bounds: { idleMs: 100 } })
    await images.clean(await pngPicture(), 'image/png')
    await eventually('its end', async () => (await children()).length === 0)
    const closing = imagesOf(t)
    await closing.clean(await pngPicture(), 'image/png')
    assert.equal((await children()).length, 1)
    await closing.close()
    assert.equal((await children()).length, 0)
    await assert.rejects(closing.clean(await pngPicture(), 'image/png'))
  })

  test("gets no variable of the service's environment", async (t) => {
    process.env['TUKAR_TEST_SECRET'] = 'must not be inherited'
    t.after(() => delete process.env['TUKAR_TEST_SECRET'])
    const images = imagesOf(t)
    await images.clean(await pngPicture(), 'image/png')
    const [child = 0] = await children()
    const environment = await readFile(`/proc/${child}/environ`, 'utf8')
    assert.ok(!environment.includes('TUKAR_TEST_SECRET'), environment)
  })
})

test('the decoder is loaded by its own process alone', async () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const files = await readdir(root, { recursive: true })
  const loading: string[] = []
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const text = await readFile(path.join(root, file), 'utf8')
    if (/['"]sharp['"]|\/decoder\.ts['"](?!, import\.meta)/.test(text)) loading.push(file)
  }
  assert.deepEqual(loading, ['platform/images/decoder.ts'])
})

function withJpegComment(jpeg: Buffer, text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)])
}

/** Inserts a text chunk after the head chunk. */
function withPngText(png: Buffer, text: string): Buffer {
  const headEnd = 8 + 25
  const chunk = pngChunk('tEXt', Buffer.from(`Comment\0${text}`))
  return Buffer.concat([png.subarray(0, headEnd), chunk, png.subarray(headEnd)])
}
