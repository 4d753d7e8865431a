import { z } from 'zod'
import { type ApiCall, makeKnown, storedPassword, type TimedAnswer } from './api-client.ts'
import type { Node } from './node.ts'
import { withClient } from './postgres.ts'
import type { Stage } from './stage.ts'

export type Service = Readonly<{ url: string; node: Node }>

/** A user whose account is attacked with stolen access tokens. */
export type Victim = Readonly<{ id: number; email: string; tokens: readonly string[] }>

type CallApi = (callApi: ApiCall) => Promise<TimedAnswer>

const SignedIn = z.object({ data: z.object({ xToken: z.object({ token: z.string() }) }) })
const Ids = z.tuple([z.object({ id: z.coerce.number() })])
const Messages = z.array(
  z.object({ code: z.string().nullable(), link: z.string().nullable(), text: z.string() }),
)

/** Returns the JSON of a response; throws unless it is a success. */
export function successOf({ status, text }: TimedAnswer): unknown {
  if (status !== 200) throw new Error(`preparing was answered ${status}: ${text}`)
  return JSON.parse(text)
}

/** A verified account, signed in a few times. */
export async function makeVictim(
  service: Service,
  callApi: CallApi,
  name: string,
): Promise<Victim> {
  const email = `${name}@tukar.test`
  await makeKnown(service, [email])
  const { rows } = await withClient(service.url, (client) =>
    client.query('update users set email_verified_at = now() where email = $1 returning id', [
      email,
    ]),
  )
  const tokens: string[] = []
  for (let session = 0; session < 4; session += 1) {
    const body = { email, password: storedPassword }
    const answer = await callApi({ method: 'POST', to: '/api/auth/login', body })
    tokens.push(SignedIn.parse(successOf(answer)).data.xToken.token)
  }
  return { id: Ids.parse(rows)[0].id, email, tokens }
}

/** The sandbox's captured messages for an address or a phone, newest first. */
async function messagesTo({ node }: Service, to: string) {
  const answer = await fetch(
    `${node.sandboxUrl}/control/messages?${new URLSearchParams({ to }).toString()}`,
  )
  return Messages.parse(await answer.json())
}

/** Requests a message and waits for it; returns its code, or its link below a path of the app. */
export async function received(
  stage: Stage,
  service: Service,
  to: string,
  wanted: 'code' | `/${string}`,
  ask: () => Promise<TimedAnswer>,
): Promise<string> {
  const carriers = async () =>
    (await messagesTo(service, to)).flatMap(
      ({ code, link }) => (wanted === 'code' ? code : linkBelow(wanted, link)) ?? [],
    )
  const before = (await carriers()).length
  successOf(await ask())
  await stage.until(`a ${wanted} for ${to}`, async () => (await carriers()).length > before)
  return (await carriers())[0] ?? ''
}

const linkBelow = (path: string, link: string | null): string | null =>
  link !== null && new URL(link).pathname.startsWith(path) ? link : null
