import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authorized } from '../authorized.ts'
import type { Emulator, Frame } from '../emulator.ts'
import { keptItems, type Recent, recent } from '../recent.ts'
import { Refused, read } from '../refused.ts'
import { cardOf } from './cards.ts'
import { isPicture, madeUpNik, writtenFields, writtenNik } from './picture-text.ts'
import { decide, mountRegistry, newRegistry } from './registry.ts'

/** Two pictures of ten megabytes in base64, and the other fields. */
const bodyLimit = 28 * 1024 * 1024

const Encoded = z
  .base64()
  .min(1)
  .transform((text) => Buffer.from(text, 'base64'))
const Match = z.object({ captured_image: Encoded, stored_image: Encoded })

type Asked = Readonly<{
  at: string
  path: string
  requestId: string | null
  nik: string | null
  outcome: string
}>

type Desk = Readonly<{
  frame: Frame
  requests: Recent<Asked>
  /** The card number read under a request id, which also controls later calls with that id. */
  read: Recent<string>
  note: (path: string, requestId: string | null, nik: string | null, outcome: string) => void
}>

/** Reads cards, judges faces (as GLAIR does) and registers people (as VIDA does). */
export function idp(frame: Frame): Emulator {
  let count = 0
  const requests = recent<Asked>(keptItems)
  const desk: Desk = {
    frame,
    requests,
    read: recent<string>(keptItems),
    note(path, requestId, nik, outcome) {
      count += 1
      requests.put(`${count}`, { at: new Date().toISOString(), path, requestId, nik, outcome })
    },
  }
  const registry = newRegistry(frame)
  return {
    name: 'idp',
    root: '/idp',
    mount(api) {
      readForms(api)
      mountGlair(api, desk)
      mountRegistry(api, registry, desk.note)
    },
    control(api) {
      api.post('/idp/registrations/:partnerTrxId', ({ params, body }) =>
        decide(registry, params, body),
      )
    },
    failure: (_status, message, code = 'FAILED') => ({
      body: { status: code, reason: message, errors: [{ code, detail: message }] },
    }),
    state: () => ({ idp: { requests: requests.all(), registrations: registry.events.all() } }),
    reset() {
      requests.clear()
      desk.read.clear()
      registry.events.clear()
    },
  }
}

function readForms(api: FastifyInstance): void {
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  api.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit }, formOf)
}

/** Parses a multipart body with undici, as the body of a response. */
async function formOf(request: FastifyRequest, body: unknown): Promise<FormData> {
  const bytes = Buffer.isBuffer(body) ? Uint8Array.from(body) : new Uint8Array()
  const type = request.headers['content-type'] ?? ''
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch {
    throw new Refused(400, 'FILE_INVALID_FORMAT', 'The form can not be read')
  }
}

function mountGlair(api: FastifyInstance, desk: Desk): void {
  api.post('/ocr/v1/ktp', { bodyLimit }, async (request) => {
    const requestId = admitted(desk.frame, request)
    const image = await pictureIn(request.body)
    const nik = writtenNik(image) ?? madeUpNik(image)
    if (requestId !== null) desk.read.put(requestId, nik)
    const readable = !nik.endsWith('0001')
    desk.note('/ocr/v1/ktp', requestId, nik, readable ? 'read' : 'unreadable')
    return readable ? card(nik, writtenFields(image)) : blurred
  })

  api.post('/face/v1/passive-liveness', { bodyLimit }, async (request) => {
    const requestId = admitted(desk.frame, request)
    const face = await pictureIn(request.body)
    const nik = writtenNik(face)
    const numbers = [nik, desk.read.get(requestId ?? '')]
    const spoof = numbers.some((number) => number?.endsWith('0002') === true)
    desk.note('/face/v1/passive-liveness', requestId, nik, spoof ? 'spoof' : 'live')
    return {
      status: 'success',
      result: { spoof_percentage: spoof ? 0.993 : 0.004, status: spoof ? 'HIGH' : 'LOW' },
    }
  })

  api.post('/face/v1/match', { bodyLimit }, async (request) => {
    const requestId = admitted(desk.frame, request)
    const { captured_image, stored_image } = await facesIn(request.body)
    if (!isPicture(captured_image) || !isPicture(stored_image)) throw notAPicture()
    desk.note('/face/v1/match', requestId, writtenNik(stored_image), 'match')
    return {
      status: 'success',
      result: { match_percentage: 0.967, match_status: 'match', match_status_code: 'MATCH' },
    }
  })
}

/** Checks the credentials of a request and returns its id. */
function admitted({ secrets }: Frame, { headers }: FastifyRequest): string | null {
  const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ')
  const password = Buffer.from(encoded, 'base64').toString('utf8').split(':').slice(1).join(':')
  const { 'x-api-key': key, 'x-request-id': id } = headers
  const known =
    scheme === 'Basic' &&
    authorized(password, secrets.idpPassword) &&
    authorized(typeof key === 'string' ? key : undefined, secrets.idpApiKey)
  if (!known) throw new Refused(401, 'UNAUTHORIZED', 'Invalid authentication credentials')
  return typeof id === 'string' ? id : null
}

const notAPicture = (): Refused =>
  new Refused(400, 'FILE_INVALID_FORMAT', 'The file is no JPEG and no PNG')

async function pictureIn(body: unknown): Promise<Buffer> {
  const bytes = await fileIn(body, 'image')
  if (!isPicture(bytes)) throw notAPicture()
  return bytes
}

async function fileIn(body: unknown, name: string): Promise<Buffer> {
  const file = body instanceof FormData ? body.get(name) : null
  if (file === null || typeof file === 'string') throw new Refused(400, 'NO_FILE', `No ${name}`)
  return Buffer.from(await file.arrayBuffer())
}

/** Reads two faces: files of a form, as GLAIR's Node client sends them, or base64 in JSON. */
async function facesIn(body: unknown) {
  if (!(body instanceof FormData)) return read(Match, body, 'FILE_INVALID_FORMAT')
  return {
    captured_image: await fileIn(body, 'captured_image'),
    stored_image: await fileIn(body, 'stored_image'),
  }
}

const qualities = {
  is_blurred: false,
  is_bright: false,
  is_copy: false,
  is_cropped: false,
  is_dark: false,
  is_flash: false,
  is_ktp: true,
  is_rotated: false,
  is_taken_from_screen: false,
}

const card = (nik: string, printed: ReadonlyMap<string, string>) => ({
  status: 'SUCCESS',
  reason: 'File Successfully Read',
  qualities,
  images: { photo: '', sign: '' },
  read: cardOf(nik, printed),
})

const blurred = {
  status: 'FAILED',
  reason: 'The number can not be read',
  qualities: { ...qualities, is_blurred: true },
  read: {},
}
