import type { Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Frame } from '../emulator.ts'

const maxMessageBytes = 1024 * 1024
const silenceMs = 60_000
const latencyMs = 1_000
const leaveMs = 200
/** Addresses that the server refuses for good. */
const noMailbox = /^gone\b/i

/** Starts an SMTP server that delivers nothing: it keeps each recipient's copy. */
export async function captureMail(
  frame: Frame,
  host: string,
  port: number,
): Promise<Readonly<{ url: string; close: () => Promise<void> }>> {
  const sockets = new Map<number, Socket>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxMessageBytes,
    rejectOversized: true,
    closeTimeout: leaveMs,
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      done(noMailbox.test(address) ? reply(550, '5.1.1 No such mailbox') : null)
    },
    onData: (stream, session, done) => {
      receive(frame, stream, session, sockets.get(session.remotePort)).then(
        (reply) => reply !== 'silence' && done(reply),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })
  server.server.on('connection', (socket: Socket) => {
    const remotePort = socket.remotePort ?? 0
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  // A client that disconnects early is harmless, but an unhandled error would end the process.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  const address = server.server.address()
  const boundPort = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `smtp://${host}:${boundPort}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.values()) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/**
 * Receives one message; null is success, an error is sent to the client, 'silence' sends no reply.
 */
async function receive(
  frame: Frame,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  socket: Socket | undefined,
): Promise<null | Error | 'silence'> {
  const raw = await readAll(stream)
  const [recipient] = session.envelope.rcptTo
  const struck = frame.dial.strikeRequest({
    provider: 'mail',
    method: 'DATA',
    path: `/${recipient?.address ?? ''}`,
  })
  switch (struck?.fault) {
    case 'timeout':
      setTimeout(() => socket?.destroy(), struck?.delayMs ?? silenceMs).unref()
      return 'silence'
    case 'error-500':
      return reply(451, 'Local error in processing')
    case 'error-429':
      return reply(452, 'Too many messages, try again later')
    case 'latency':
      await pause(struck?.delayMs ?? latencyMs)
      break
    default:
      break
  }
  keep(frame, raw, session)
  if (struck?.fault === 'bad-json') socket?.write('{"not": an SMTP reply\r\n')
  if (struck?.fault === 'bad-json' || struck?.fault === 'drop-response') {
    socket?.destroySoon()
    return 'silence'
  }
  return null
}

function keep(frame: Frame, raw: Buffer, session: SMTPServerSession): void {
  const words = async () => {
    const { subject = null, text = null, html = null, replyTo } = await PostalMime.parse(raw)
    return { subject, text, html, replyTo: replyTo?.[0]?.address ?? null }
  }
  for (const { address } of session.envelope.rcptTo) {
    frame.messages.capture({ channel: 'mail', to: address, words })
  }
}

const reply = (responseCode: number, words: string): Error =>
  Object.assign(new Error(words), { responseCode })

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of stream) {
    bytes += piece.length
    // Bytes over the limit are read and dropped; the server refuses the message itself.
    if (bytes <= maxMessageBytes) pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
