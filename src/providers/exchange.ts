import type { Dispatcher } from 'undici'

/** Header names are in lower case. */
export type ResponseHead = Readonly<{
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
}>

export type ReceivedResponse = ResponseHead & Readonly<{ body: Buffer }>

/** The time for the whole call was over. */
export class ExchangeTimeout extends Error {
  override readonly name = 'ExchangeTimeout'
}

type ExchangeOptions = Readonly<{
  timeoutMs: number
  /** Called with the status and the headers, before the body is read. */
  onHead?: ((head: ResponseHead) => void) | undefined
}>

/**
 * Sends one request and returns its response. Undici's own `request` makes a stream
 * and an abort signal for each call, which are half of the processor time of the transport.
 */
export const exchange = (
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, onHead }: ExchangeOptions,
): Promise<ReceivedResponse> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let head: ResponseHead = { status: 0, headers: {} }
    let call: Dispatcher.DispatchController | null = null
    let late: ExchangeTimeout | null = null
    const timer = setTimeout(() => {
      late = new ExchangeTimeout(`no response within ${timeoutMs} ms`)
      call?.abort(late)
      reject(late)
    }, timeoutMs)
    dispatcher.dispatch(request, {
      onRequestStart(started) {
        call = started
        // It waited for a connection for too long, and is not sent any more.
        if (late !== null) call.abort(late)
      },
      onResponseStart(_call, status, headers) {
        if (status < 200) return
        head = { status, headers }
        onHead?.(head)
      },
      onResponseData(_call, piece) {
        pieces.push(piece)
      },
      onResponseEnd() {
        clearTimeout(timer)
        resolve({ ...head, body: Buffer.concat(pieces) })
      },
      onResponseError(_call, error) {
        clearTimeout(timer)
        reject(error)
      },
    })
  })
