import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authorized } from '../authorized.ts'
import type { Emulator, Frame } from '../emulator.ts'
import { keptItems, type Recent, recent } from '../recent.ts'
import { Refused, read } from '../refused.ts'
import { cardOf } from './cards.ts'
import { isPicture, madeUpNik, writtenNik } from './picture-text.ts'
import { decide, mountRegistry, newRegistry } from './registry.ts'

/** Two pictures of ten megabytes in base64, and what stands around them. */
const bodyLimit = 28 * 1024 * 1024

const Match = z.object({ captured_image: z.base64().min(1), stored_image: z.base64().min(1) })

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
  /** The number that was read under a request id: what follows under it is steered by it too. */
  read: Recent<string>
  note: (path: string, requestId: string | null, nik: string | null, outcome: string) => void
}>

/** Reads cards, judges faces (as GLAIR does) and enters people (as VIDA does). */
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

/** A multipart body as a form; undici reads it as it reads the body of any answer. */
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
    return readable ? card(nik) : blurred
  })

  api.post('/face/v1/passive-liveness', { bodyLimit }, async (request) => {
    const requestId = admitted(desk.frame, request)
    const face = await pictureIn(request.body)
    const nik = writtenNik(face)
    const numbers = [nik, desk.read.get(requestId ?? '')]
    const spoof = numbers.some((number) => number?.endsWith('0002') === true)
    desk.note('/face/v1/passive-liveness', requestId, nik, spoof ? 'spoof' : 'live')
    return {
      status: 'SUCCESS',
      result: { spoof_percentage: spoof ? 99.3 : 0.4, status: spoof ? 'SPOOF' : 'LIVE' },
    }
  })

  api.post('/face/v1/match', { bodyLimit }, (request) => {
    const requestId = admitted(desk.frame, request)
    const { captured_image, stored_image } = read(Match, request.body, 'FILE_INVALID_FORMAT')
    const [captured, stored] = [captured_image, stored_image].map((text) =>
      Buffer.from(text, 'base64'),
    )
    if (captured === undefined || stored === undefined) throw new Refused(400, 'NO_FILE', 'No file')
    if (!isPicture(captured) || !isPicture(stored)) throw notAPicture()
    desk.note('/face/v1/match', requestId, writtenNik(stored), 'match')
    return {
      status: 'SUCCESS',
      result: { match_percentage: 96.7, match_status: 'MATCHED', match_status_code: 'SUCCESS' },
    }
  })
}

/** The id of a request whose credentials are right. */
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
  const file = body instanceof FormData ? body.get('image') : null
  if (file === null || typeof file === 'string') throw new Refused(400, 'NO_FILE', 'No image')
  const bytes = Buffer.from(await file.arrayBuffer())
  if (!isPicture(bytes)) throw notAPicture()
  return bytes
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

const card = (nik: string) => ({
  status: 'SUCCESS',
  reason: 'File Successfully Read',
  qualities,
  images: { photo: '', sign: '' },
  read: cardOf(nik),
})

const blurred = {
  status: 'FAILED',
  reason: 'The number can not be read',
  qualities: { ...qualities, is_blurred: true },
  read: {},
}
