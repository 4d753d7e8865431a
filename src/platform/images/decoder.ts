/**
 * The program of a decoding process: takes one picture at a time from its parent and returns a copy
 * written from the pixels alone, or null if there is none. Messages announce pictures; their bytes
 * go through stdin and stdout, unwrapped. A hostile file that takes over a decoder only gains this
 * process, which holds no secret, reaches nothing else (`enclosure.ts`) and ends with its parent.
 */
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { z } from 'zod'
import { imageLimits } from './image-limits.ts'
import type { ImageType } from './picture.ts'

const Job = z.object({
  length: z.int().nonnegative(),
  mediaType: z.enum(['image/jpeg', 'image/png']),
})

/** Decoding gives way to request handling. */
setPriority(constants.priority.PRIORITY_LOW)

/** Only the two supported formats are read, whatever a file claims to be. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

const formats: Readonly<Record<ImageType, string>> = { 'image/jpeg': 'jpeg', 'image/png': 'png' }

/** The size is checked by the header, before any pixel is unpacked. */
async function cleaned(bytes: Buffer, mediaType: ImageType) {
  const options = { limitInputPixels: imageLimits.pixels, failOn: 'error' } as const
  const head = await sharp(bytes, options).metadata()
  if (head.format !== formats[mediaType] || head.width * head.height > imageLimits.pixels)
    return null
  const pixels = sharp(bytes, options).autoOrient().toColourspace('srgb')
  const written = mediaType === 'image/jpeg' ? pixels.jpeg({ quality: 88 }) : pixels.png()
  const { data, info } = await written.toBuffer({ resolveWithObject: true })
  if (data.length > imageLimits.cleanBytes) return null
  return { bytes: data, mediaType, width: info.width, height: info.height }
}

/** Reads the next `length` bytes of stdin. */
async function take(length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let taken = 0
  while (taken < length) {
    const chunk: unknown = process.stdin.read()
    if (Buffer.isBuffer(chunk)) taken += chunk.copy(bytes, taken)
    else await once(process.stdin, 'readable')
  }
  return bytes
}

process.on('message', async (message) => {
  const { length, mediaType } = Job.parse(message)
  const bytes = await take(length)
  const made = await cleaned(bytes, mediaType).catch(() => null)
  if (made === null) return process.send?.({ kind: 'done', picture: null })
  const { bytes: clean, ...about } = made
  process.send?.({ kind: 'done', picture: { ...about, length: clean.length } })
  return process.stdout.write(clean)
})

process.on('disconnect', () => process.exit())

/**
 * The last safeguard: ends this process if a picture takes more memory than any within bounds can.
 */
setInterval(() => {
  if (process.memoryUsage.rss() <= imageLimits.workerBytes) return
  process.kill(process.pid, 'SIGKILL')
  // The first process of a PID namespace ignores its own signals.
  process.abort()
}, imageLimits.watchEveryMs)

process.send?.({ kind: 'ready' })
