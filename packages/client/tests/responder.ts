/** A request as it was sent. */
export type Sent = Readonly<{
  operation: string
  headers: Headers
  body: string
}>

export type Responder = Readonly<{ fetch: typeof globalThis.fetch; sent: Sent[] }>

/** A `fetch` whose responses a test decides; an `Error` stands for a lost connection. */
export function responder(
  respond: (sent: Sent, count: number) => Response | Error | Promise<Response | Error>,
): Responder {
  const sent: Sent[] = []
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const one = {
      operation: `${request.method} ${pathname}${search}`,
      headers: request.headers,
      body: await request.text(),
    }
    sent.push(one)
    const response = await respond(one, sent.length)
    if (response instanceof Error) throw response
    return response
  }
  return { fetch, sent }
}

export const ok = (data?: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json({ code: 200, title: 'OK', message: 'api.ok', result: true, data }, { headers })

export const refused = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  Response.json({ code: status, title: 'No', message, result: false }, { status, headers })

export const lost = (): Error => new TypeError('the connection was lost')

export const tokens = (generation: number) => ({
  xToken: { token: `xat_${generation}`, expiresAt: '2030-01-01T00:00:00.000Z' },
  refreshToken: `xrt_${generation}`,
})

export const url = 'https://tukar.test'
