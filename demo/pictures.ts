import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** Pictures of nobody, small and sound, so that the demo needs no camera. */

const side = 32

/** What stands for the photograph of an identity card: each time it is another one. */
export function newCard(): Uint8Array<ArrayBuffer> {
  const pixels = randomBytes(side * side)
  return png((row, column) => pixels[row * side + column] ?? 0)
}

/** What stands for a face, a little different each time. */
export const facePicture = (take: number): Uint8Array<ArrayBuffer> =>
  png((row, column) => (row * 5 + column * 3 + take * 40) % 256)

/** A form as an app sends it, pictures among its fields. */
export function formOf(
  fields: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, new Blob([value], { type: 'image/png' }), `${name}.png`)
  }
  return form
}

function png(shadeAt: (row: number, column: number) => number): Uint8Array<ArrayBuffer> {
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
  return Uint8Array.from(Buffer.concat(parts))
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
