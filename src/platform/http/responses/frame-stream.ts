import type { ServerResponse } from 'node:http'
import { getBuiltinModule } from 'node:process'
import { Readable } from 'node:stream'

/** As in envelope.ts: importing `node:http` would also load Node's own fetch. */
const http = getBuiltinModule('node:http')

/** A part of a stream, as bytes and as a chunk of HTTP/1.1; made once for all its receivers. */
export type Frame = Readonly<{ bytes: Buffer; chunk: Buffer }>

export function frameOf(text: string): Frame {
  const bytes = Buffer.from(text)
  const size = Buffer.from(`${bytes.length.toString(16)}\r\n`)
  return { bytes, chunk: Buffer.concat([size, bytes, Buffer.from('\r\n')]) }
}

/**
 * The stream of a response that many others share frames with. Frames go to the connection as they
 * are, past the buffers of streams and responses, which cost a multiple of the write itself.
 */
export class FrameStream extends Readable {
  #response: ServerResponse | null = null
  #early: Frame[] = []

  override _read(): void {
    // Nothing is read: frames are sent.
  }

  override pipe<Destination extends NodeJS.WritableStream>(response: Destination): Destination {
    if (!(response instanceof http.ServerResponse))
      throw new TypeError('only a response gets frames')
    this.#response = response
    for (const { bytes } of this.#early.splice(0)) response.write(bytes)
    // Flowing, it ends as soon as `finish` says so.
    this.resume()
    return response
  }

  /** Bytes that were sent and that the client did not take yet. */
  get unreadBytes(): number {
    return this.#response?.writableLength ?? 0
  }

  send(frame: Frame): void {
    const response = this.#response
    if (response === null) {
      this.#early.push(frame)
      return
    }
    const { socket } = response
    // Only bytes that nothing waits in front of, in a response whose head was sent in chunked form.
    const isDirect =
      socket !== null &&
      response.headersSent &&
      response.chunkedEncoding &&
      response.writableLength === socket.writableLength
    if (isDirect) socket.write(frame.chunk)
    else response.write(frame.bytes)
  }

  /** Ends the response with these last words. */
  finish(text: string): void {
    if (this.#response === null) this.#early.push(frameOf(text))
    else this.#response.write(text)
    this.once('end', () => this.#response?.end())
    this.push(null)
  }
}
