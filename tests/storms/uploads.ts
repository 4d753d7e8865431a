import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { z } from 'zod'
import { type Form, filePart, formOf, textPart } from '../make/forms.ts'
import type { HostileFile } from '../make/hostile-files.ts'
import type { HostileForm } from '../make/hostile-forms.ts'
import type { TimedAnswer } from './api-client.ts'
import type { Node } from './node.ts'
import type { Stage } from './stage.ts'

const path = '/api/vision/verification'
export const imageBytes = 10 * 1024 * 1024
export const fields = { service: 'DOCUMENT', request_data: '{}', response_data: '{}' }

const wrongType = 'The image field must be a file of type: jpeg, png, jpg.'
const saidOf: Readonly<Record<Exclude<HostileFile['fate'], 'taken' | 'far too large'>, string>> = {
  'wrong type': wrongType,
  unreadable: wrongType,
  'too large': `The image field must not be greater than ${imageBytes / 1_024} kilobytes.`,
  missing: 'The image field is required.',
}

/** One upload, and its expected responses. */
export type Upload = Readonly<{ name: string; form: Form; right: readonly string[] }>

const created = '201 Verification created'
const hungUp: TimedAnswer = { status: 0, text: 'the connection was closed', ms: 0 }
/** The service need not read a body this large to its end. */
const tooLarge = ['422 api.payload_too_large', hungUp.text]

/** A picture may be stored without its hidden part, or refused like any other file. */
export const uploadOf = ({ name, bytes, fate }: HostileFile): Upload => ({
  name,
  form: formOf(
    filePart('image', bytes),
    ...Object.entries(fields).map(([field, value]) => textPart(field, value)),
  ),
  right: rightOf(fate),
})

function rightOf(fate: HostileFile['fate']): readonly string[] {
  if (fate === 'taken') return [created, `422 ${wrongType}`]
  return fate === 'far too large' ? tooLarge : [`422 ${saidOf[fate]}`]
}

export const abuseOf = ({ name, key, ...form }: HostileForm): Upload => ({
  name,
  form,
  right: key === 'api.payload_too_large' ? tooLarge : [key === null ? created : `422 ${key}`],
})

/** Sends uploads over persistent connections. */
export function uploader(node: Pick<Node, 'url'>, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const upload = ({ contentType, body }: Form, token: string): Promise<TimedAnswer> =>
    new Promise((resolve, reject) => {
      const startedMs = performance.now()
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': contentType,
        'content-length': body.length,
      }
      const call = request(node.url + path, { agent, method: 'POST', headers })
      // A sender that gets an early response may find the connection closed.
      call.on('error', (error) => {
        const closed = 'code' in error && ['EPIPE', 'ECONNRESET'].includes(String(error.code))
        if (closed) resolve(hungUp)
        else reject(error)
      })
      call.once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            ms: performance.now() - startedMs,
          }),
        )
      })
      call.end(body)
    })
  return { upload, close: () => agent.destroy() }
}

/** Sends each once; returns those with a wrong response, and the response. */
export async function sendAll(
  uploads: readonly Upload[],
  tokens: readonly string[],
  connections: number,
  upload: (form: Upload['form'], token: string) => Promise<TimedAnswer>,
): Promise<readonly string[]> {
  const wrong: string[] = []
  const waiting = uploads.entries()
  const sender = async () => {
    for (const [index, { name, form, right }] of waiting) {
      const answer = answerOf(await upload(form, tokens[index % tokens.length] ?? ''))
      if (!right.includes(answer)) wrong.push(`${name}: ${answer}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, sender))
  return wrong
}

/** Status and the sentence about the image, or else the message. */
function answerOf({ status, text }: TimedAnswer): string {
  if (status === hungUp.status) return hungUp.text
  const body: unknown = JSON.parse(text)
  return `${status} ${sentenceOf(body)}`
}

function sentenceOf(body: unknown): string {
  const [sentence] = listAt(at(at(body, 'errors'), 'image'))
  return String(sentence ?? at(body, 'message'))
}

const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const listAt = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The input of the sending process: target, credentials, and number of repetitions. */
export const Asked = z.object({
  url: z.string(),
  tokens: z.array(z.string()).readonly(),
  connections: z.int(),
  rounds: z.int(),
})
export type Asked = z.infer<typeof Asked>

/** Its first message, when all uploads are prepared, and its last one. */
export const Crowding = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), uploads: z.int() }),
  z.object({ kind: z.literal('done'), wrong: z.array(z.string()) }),
])
export type Crowding = z.infer<typeof Crowding>

const dripMs = 1_000
const dripBytes = 1_024

/** Sends a megabyte at a kilobyte a second; resolves when the service closes the connection. */
export async function dripUpload(stage: Stage, node: Node, token: string): Promise<number> {
  const startedMs = performance.now()
  const { hostname, port } = new URL(node.url)
  const socket = connect(Number(port), hostname)
  const { contentType } = formOf()
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: tukar',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${contentType}`,
    'Content-Length: 1048576',
  ]
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(filePart('image', Buffer.alloc(0)).subarray(0, -2))
  const drip = setInterval(() => socket.write(Buffer.alloc(dripBytes, 0xff)), dripMs)
  const cut = () => socket.destroy()
  stage.signal.addEventListener('abort', cut, { once: true })
  await ended
  clearInterval(drip)
  stage.signal.removeEventListener('abort', cut)
  return performance.now() - startedMs
}
