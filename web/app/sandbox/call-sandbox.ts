/**
 * Calls the emulators through the service, which offers these paths in a sandbox only: it plays
 * those parts of the world that are not the app's, such as the bank that a user pays from.
 */
export async function callSandbox(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`/app/sandbox/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (!response.ok) throw new Error(`the sandbox refused ${path}: ${await response.text()}`)
  return response.json()
}
