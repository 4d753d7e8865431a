import { eventually } from '../harness.ts'

/** Sends again while the service refuses as busy, as providers do. Returns the other response. */
export const untilAccepted = <Response extends Readonly<{ status: number }>>(
  send: () => Promise<Response>,
): Promise<Response> =>
  eventually('an answer', async () => {
    const response = await send()
    return response.status !== 503 && response
  })
