import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** Pictures of no person, small and valid, so that the demo needs no camera. */

const side = 32

/** Stands for the photograph of an identity card, different each time. */
export function newCard(): Blob {
  const pixels = randomBytes(side * side)
  return png((row, column) => pixels[row * side + column] ?? 0)
}

/** Stands for a face, slightly different each time. */
export const facePicture = (take: number): Blob =>
  png((row, column) => (row * 5 + column * 3 + take * 40) % 256)

function png(shadeAt: (row: number, column: number) => number): Blob {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(side * (1 + side))
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      rows[row * (1 + side) + 1 + column] = shadeAt(row, column)
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = chunk('IDAT', deflateSync(rows))
  const parts = [signature, chunk('IHDR', head), pixels, chunk('IEND', Buffer.alloc(0))]
  return new Blob(
    parts.map((part) => Uint8Array.from(part)),
    { type: 'image/png' },
  )
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
