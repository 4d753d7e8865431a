import { createHash, type Hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isRefusal, Refusal, refuse } from '../../../base/refusal.ts'
import { type Field, fieldNameChars, nest } from '../../../base/values/form.ts'
import { integerOf } from '../../../base/values/integers.ts'
import { isStorableText } from '../../../base/values/json.ts'
import type { Context } from '../../../context.ts'
import type { ImageType, Picture } from '../../images/picture.ts'
import { field } from '../contracts/contracts.ts'
import { inWords } from '../contracts/validation.ts'
import { type FileRule, idempotencyHeader, type ReceivedForm } from '../route.ts'
import { uploadLimits, withPermitOf } from './upload-turns.ts'

/** An uploaded image. A class, so that it can be recognized among the fields. */
export class Upload {
  /** The bytes as sent, for providers. */
  readonly bytes: Buffer
  /** The type by its first bytes. */
  readonly mediaType: ImageType
  readonly #digest: string | null
  #clean: Picture | null = null

  constructor({ bytes, digest }: ReceivedFile, mediaType: ImageType) {
    this.bytes = bytes
    this.mediaType = mediaType
    this.#digest = digest
  }

  /** The digest of the file, which stands for it where requests are compared. */
  toJSON(): string {
    if (this.#digest === null) throw new Error('an upload was compared without its digest')
    return this.#digest
  }

  /**
   * The copy that may be stored and shown. Endpoints decode before `run`, so it is available there.
   */
  get clean(): Picture {
    if (this.#clean === null) throw new Error('an upload was used before it was decoded')
    return this.#clean
  }

  /** Decodes the image; returns false if it is invalid. */
  async decode({ images }: Pick<Context, 'images'>): Promise<boolean> {
    this.#clean = await images.clean(this.bytes, this.mediaType)
    return this.#clean !== null
  }
}

/** A class, so that no parsed JSON can pass for a file. */
class ReceivedFile {
  readonly bytes: Buffer
  readonly tooLarge: boolean
  /** Null if the request has no idempotency key. */
  readonly digest: string | null

  constructor(bytes: Buffer, tooLarge: boolean, digest: string | null) {
    this.bytes = bytes
    this.tooLarge = tooLarge
    this.digest = digest
  }
}

const rules = z.registry<FileRule>()

const wrongType = 'The :attribute field must be a file of type: jpeg, png, jpg.'

/** A required image field; a body with one may be sent as multipart. */
export function image(rule: FileRule) {
  const contract = field({ type: 'string', format: 'binary' }, (value, fail): Upload => {
    if (!(value instanceof ReceivedFile)) return fail('The :attribute field must be a file.')
    const mediaType = imageTypeOf(value.bytes)
    if (mediaType === null || !rule.types.includes(mediaType)) return fail(wrongType)
    return value.tooLarge
      ? fail(`The :attribute field must not be greater than ${rule.maxBytes / 1024} kilobytes.`)
      : new Upload(value, mediaType)
  })
  rules.add(contract, rule)
  return contract
}

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegHead = Buffer.from([0xff, 0xd8, 0xff])
const headBytes = pngHead.length

/** Returns the type by the content; ignores the file's name and declared type. */
function imageTypeOf(bytes: Buffer): ImageType | null {
  if (bytes.subarray(0, jpegHead.length).equals(jpegHead)) return 'image/jpeg'
  return bytes.subarray(0, pngHead.length).equals(pngHead) ? 'image/png' : null
}

/**
 * Decodes all images among the fields one by one, so that a request uses one decoder. The first
 * invalid image is refused like one of a wrong type.
 */
export async function decodeUploads(
  ctx: Pick<Context, 'images'>,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [name, upload] of Object.entries(input)) {
    if (!(upload instanceof Upload) || (await upload.decode(ctx))) continue
    const text = wrongType.replace(':attribute', inWords([name]))
    refuse('api.validation_failed', { text, errors: { [name]: [text] } })
  }
}

/** Returns the file fields of a contract, or null if it has none. */
export function fileRulesOf(contract: z.ZodObject): ReadonlyMap<string, FileRule> | null {
  const found = new Map<string, FileRule>()
  for (const [name, schema] of Object.entries(contract.shape)) {
    const rule = ruleOf(schema)
    if (rule !== undefined) found.set(name, rule)
  }
  return found.size === 0 ? null : found
}

function ruleOf(schema: z.core.$ZodType): FileRule | undefined {
  const rule = rules.get(schema)
  if (rule !== undefined) return rule
  if (schema instanceof z.ZodOptional) return ruleOf(schema.unwrap())
  return schema instanceof z.ZodPipe ? ruleOf(schema.out) : undefined
}

/**
 * Reads a multipart body as a stream. Each file is held in memory up to its own limit; excess bytes
 * and files of an unsupported type are discarded as they arrive. Nothing is written to disk, so an
 * aborted upload leaves nothing behind.
 */
export async function receiveForm(
  ctx: Pick<Context, 'clock'>,
  request: FastifyRequest,
  files: ReadonlyMap<string, FileRule>,
  caller: string,
): Promise<ReceivedForm> {
  const fileBytes = [...files.values()].reduce((sum, rule) => sum + rule.maxBytes, 0)
  const most = fileBytes + uploadLimits.overheadBytes
  const stated = declaredLength(request)
  if (stated > most) refuse('api.payload_too_large')
  return withPermitOf(ctx, caller, request.raw, async () => {
    try {
      const parts = receiveParts(request, files, stated === 0 ? most : stated)
      return await Promise.race([parts, tooMuch(request.raw, most)])
    } catch (error) {
      if (isRefusal(error)) throw error
      return refuse(isTooMuch(error) ? 'api.payload_too_large' : 'api.malformed_request')
    }
  })
}

async function receiveParts(
  request: FastifyRequest,
  files: ReadonlyMap<string, FileRule>,
  bodyBytes: number,
): Promise<ReceivedForm> {
  const fileSize = Math.max(...[...files.values()].map((rule) => rule.maxBytes)) + 1
  // Only requests with an idempotency key need digests of their files; hashing megabytes is slow.
  const isKeyed = request.headers[idempotencyHeader] !== undefined
  const fields: Field<string | ReceivedFile>[] = []
  const parts = request.parts({
    limits: {
      fieldNameSize: fieldNameChars,
      fieldSize: uploadLimits.fieldBytes,
      fields: uploadLimits.parts,
      parts: uploadLimits.parts,
      files: uploadLimits.files,
      fileSize,
    },
  })
  const held = new Set<string>()
  for await (const part of parts) {
    if (!isStorableText(part.fieldname)) refuse('api.malformed_request')
    if (part.type === 'field') {
      if (part.fieldnameTruncated) refuse('api.malformed_request')
      if (part.valueTruncated) refuse('api.payload_too_large')
      if (typeof part.value !== 'string' || !isStorableText(part.value)) {
        return refuse('api.malformed_request')
      }
      // JavaScript's FormData spells missing values so.
      if (part.value === 'null' || part.value === 'undefined') continue
      fields.push([part.fieldname, part.value])
      continue
    }
    // A repeated file field would only waste memory.
    if (held.has(part.fieldname)) refuse('api.malformed_request')
    const maxBytes = files.get(part.fieldname)?.maxBytes ?? 0
    const content = isKeyed ? createHash('sha256') : null
    const received = await receiveFile(part.file, maxBytes, bodyBytes, content)
    // Browsers send an empty, nameless file for an unused file input.
    if (received.bytes.length === 0 && !received.tooLarge) continue
    held.add(part.fieldname)
    fields.push([part.fieldname, received])
  }
  return nest(fields)
}

/**
 * Receives a file of at most `maxBytes`, in a body of at most `bodyBytes`. Yields to the event loop
 * after each chunk and copies each chunk once into place, so no file causes long work at its end.
 */
async function receiveFile(
  stream: AsyncIterable<unknown>,
  maxBytes: number,
  bodyBytes: number,
  content: Hash | null,
): Promise<ReceivedFile> {
  // The OS commits memory only when written, so a slow sender occupies only its received bytes.
  const held = Buffer.allocUnsafeSlow(Math.max(headBytes, Math.min(maxBytes, bodyBytes)))
  let length = 0
  let kept = 0
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue
    if (kept < headBytes || imageTypeOf(held) !== null) kept += chunk.copy(held, kept)
    length += chunk.length
    content?.update(chunk)
    await setImmediate()
  }
  const digest = content?.digest('hex') ?? null
  return new ReceivedFile(held.subarray(0, kept), length > maxBytes, digest)
}

/**
 * Rejects once more than `most` bytes have arrived. A body with a stated length cannot exceed it,
 * but a chunked body could go on without end.
 */
const tooMuch = (request: IncomingMessage, most: number): Promise<never> =>
  new Promise((_resolve, reject) => {
    let received = 0
    request.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > most) reject(new Refusal('api.payload_too_large'))
    })
  })

/** Returns the stated length, or 0 if the body is chunked. */
function declaredLength(request: FastifyRequest): number {
  const stated = request.headers['content-length'] ?? ''
  return /^[0-9]{1,15}$/.test(stated) ? integerOf(stated) : 0
}

const isTooMuch = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413
