import type { Transport } from './send.ts'

type Xhr = Readonly<{
  open: (method: string, url: string) => void
  setRequestHeader: (name: string, value: string) => void
  getAllResponseHeaders: () => string
  send: (body: Blob) => void
  abort: () => void
  status: number
  responseText: string
  upload: { onprogress: ((sent: { loaded: number; total: number }) => void) | null }
}> & {
  responseType: string
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  onloadend: (() => void) | null
}

/** Declared here because the types of Node do not have it. */
declare const XMLHttpRequest: (new () => Xhr) | undefined

/** The part of an upload that has been sent, from 0 to 1. */
export type OnProgress = (sent: number) => void

/**
 * Builds a transport that reports progress: XMLHttpRequest, which browsers and React Native have;
 * elsewhere the given one, which reports the start and the end only.
 */
export function uploading(plain: Transport, onProgress: OnProgress): Transport {
  if (typeof XMLHttpRequest === 'undefined') {
    return async (request, signal) => {
      onProgress(0)
      const response = await plain(request, signal)
      onProgress(1)
      return response
    }
  }
  const newXhr = XMLHttpRequest
  return async (request, signal, onPart) =>
    overXhr(new newXhr(), request, await request.blob(), signal, (sent) => {
      onPart?.()
      onProgress(sent)
    })
}

function overXhr(
  xhr: Xhr,
  request: Request,
  body: Blob,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const stop = () => xhr.abort()
    xhr.open(request.method, request.url)
    xhr.responseType = 'text'
    request.headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value)
    })
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    xhr.onload = () => {
      const headers = headersOf(xhr.getAllResponseHeaders())
      resolve(new Response(xhr.responseText, { status: xhr.status, headers }))
    }
    xhr.onerror = () => reject(new TypeError('the upload failed'))
    xhr.onabort = () => reject(signal.reason)
    xhr.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop)
    if (signal.aborted) reject(signal.reason)
    else xhr.send(body)
  })
}

function headersOf(lines: string): Headers {
  const headers = new Headers()
  for (const line of lines.trim().split(/[\r\n]+/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}
