import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Language } from '@tukar/client'
import { textOf } from '@tukar/client/texts'
import * as z from 'zod/mini'

/** What the sandbox reports as changed; the first part of each query's key. */
export type Topic = 'messages' | 'callbacks' | 'faults' | 'state'

type Method = 'GET' | 'POST' | 'DELETE'

const Refusal = z.object({ error: z.string() })

/** A refusal of the control API, whose message is written for people. */
class ControlRefusal extends Error {
  override readonly name = 'ControlRefusal'
}

/** Puts a failed call into words. */
export const failureText = (error: unknown, language: Language): string =>
  error instanceof ControlRefusal ? error.message : textOf(error, language)

/** Calls the control API; throws a `ControlRefusal` with its sentence if it refuses. */
export async function control(method: Method, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`/control${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const answer: unknown = await response.json()
  if (response.ok) return answer
  const refusal = Refusal.safeParse(answer)
  throw new ControlRefusal(refusal.success ? refusal.data.error : `HTTP ${response.status}`)
}

export const post = (path: string, body: object = {}): Promise<unknown> =>
  control('POST', path, body)

/** Reads from the control API, and again whenever the topic changes. */
export const useControl = <Schema extends z.ZodMiniType>(
  topic: Topic,
  path: string,
  schema: Schema,
  options: Readonly<{ refetchInterval?: number }> = {},
): UseQueryResult<z.output<Schema>> =>
  useQuery({
    queryKey: [topic, path],
    queryFn: async () => schema.parse(await control('GET', path)),
    ...options,
  })

const Providers = z.object({
  providers: z.array(z.string()),
  requestFaults: z.array(z.string()),
  callbackFaults: z.array(z.string()),
})

/** The emulated providers, and the faults that can be set. */
export const useProviders = () => useControl('faults', '/providers', Providers)

const Service = z.object({ url: z.nullable(z.string()), publicUrl: z.nullable(z.string()) })

/** Where callbacks go, and where the public interface is. */
export const useService = () => useControl('state', '/service', Service)
