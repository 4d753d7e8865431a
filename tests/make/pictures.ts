import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Size = Readonly<{ width: number; height: number }>

/** Pixels of noise that hardly compress, the same for the same seed. */
function noise({ width, height }: Size, seed: string) {
  const raw = Buffer.alloc(width * height * 3)
  const tile = Buffer.concat(
    Array.from({ length: 128 }, (_, n) => createHash('sha512').update(`${seed} ${n}`).digest()),
  )
  for (let at = 0; at < raw.length; at += tile.length) tile.copy(raw, at)
  return sharp(raw, { raw: { width, height, channels: 3 } })
}

const small: Size = { width: 32, height: 24 }

/** A valid photograph; another seed yields another picture. */
export const jpegPicture = (size: Size = small, seed = 'a'): Promise<Buffer> =>
  noise(size, seed).jpeg({ quality: 80 }).toBuffer()

export const pngPicture = (size: Size = small, seed = 'a'): Promise<Buffer> =>
  noise(size, seed).png().toBuffer()

/** A black picture with a bit for each pixel: a tiny file, large when decoded. */
export function plainPng({ width, height }: Size): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(1, 8)
  const rows = Buffer.alloc(height * (Math.ceil(width / 8) + 1))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A chunk of a PNG: its length, its name, its content, its checksum. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

/** A photograph with its place, its author and its orientation. */
export const taggedPhoto = (): Promise<Buffer> =>
  noise({ width: 40, height: 20 }, 'telling')
    .withExif({
      IFD0: { Artist: 'Budi Santoso', Copyright: '<script>alert(1)</script>' },
      IFD3: { GPSLatitude: '6/1 10/1 30/1', GPSLatitudeRef: 'S' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret place</x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
