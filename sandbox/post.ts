import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** The result of one delivery. Without a response `status` is 0 and `body` gives the reason. */
export type Attempt = Readonly<{ at: string; status: number; body: string; ms: number }>

export type Post = Readonly<{
  send: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer,
  ) => Promise<Attempt>
  close: () => void
}>

const maxSockets = 64
const answerMs = 30_000
const keptAnswerBytes = 4 * 1024

/** Sends exactly these headers and bytes: a general client would add its own headers. */
export function poster(): Post {
  const plain = new HttpAgent({ keepAlive: true, maxSockets })
  const secure = new HttpsAgent({ keepAlive: true, maxSockets })

  return {
    async send(url, headers, body) {
      const at = new Date()
      const started = performance.now()
      const { status, text } = await deliver(url, headers, body).catch((error: unknown) => ({
        status: 0,
        text: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      }))
      const ms = Math.round(performance.now() - started)
      return { at: at.toISOString(), status, body: text, ms }
    },
    close() {
      plain.destroy()
      secure.destroy()
    },
  }

  function deliver(url: string, headers: Readonly<Record<string, string>>, body: string | Buffer) {
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const options = {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        signal: AbortSignal.timeout(answerMs),
      }
      const answered = (answer: IncomingMessage) => {
        readText(answer).then(
          (text) => resolve({ status: answer.statusCode ?? 0, text }),
          (error: unknown) => reject(error),
        )
      }
      const call = url.startsWith('https:')
        ? httpsRequest(url, { ...options, agent: secure }, answered)
        : httpRequest(url, { ...options, agent: plain }, answered)
      call.on('error', reject)
      call.end(body)
    })
  }
}

async function readText(answer: IncomingMessage): Promise<string> {
  const kept: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    const piece = Buffer.from(chunk)
    if (bytes < keptAnswerBytes) kept.push(piece.subarray(0, keptAnswerBytes - bytes))
    bytes += piece.length
  }
  return Buffer.concat(kept).toString('utf8')
}
