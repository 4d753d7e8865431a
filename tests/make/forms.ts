/** Hand-written multipart bodies, so that they can be wrong in ways that no library produces. */

export type Form = Readonly<{ contentType: string; body: Buffer }>

export const boundary = 'tukar-test-boundary'
export const contentType = `multipart/form-data; boundary=${boundary}`

const open = Buffer.from(`--${boundary}\r\n`)
const lineEnd = Buffer.from('\r\n')
export const formEnd = Buffer.from(`--${boundary}--\r\n`)

/** One part with its headers as given. */
export const part = (headers: string, content: Uint8Array | string): Buffer =>
  Buffer.concat([open, Buffer.from(`${headers}\r\n\r\n`), Buffer.from(content), lineEnd])

export const textPart = (name: string, value: string): Buffer =>
  part(`Content-Disposition: form-data; name="${name}"`, value)

/** Every file is declared a photo, with any content. */
export const filePart = (name: string, bytes: Uint8Array): Buffer =>
  part(
    `Content-Disposition: form-data; name="${name}"; filename="photo.jpg"\r\n` +
      'Content-Type: image/jpeg',
    bytes,
  )

export const formOf = (...parts: readonly Uint8Array[]): Form => ({
  contentType,
  body: Buffer.concat([...parts, formEnd]),
})
