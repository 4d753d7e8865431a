import type { ApiAnswer } from '../envelope.ts'

/** When an endpoint became deprecated, and from when it may be gone; days of UTC. */
export type Deprecation = Readonly<{
  since: `${number}-${number}-${number}`
  sunset: `${number}-${number}-${number}`
  /** What replaces it, in words that apps read: `GET /api/users/coins`. */
  instead: string
}>

/** `docs/versions.md` promises that much time. */
const shortestDays = 180
const dayMs = 86_400_000

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Throws if the endpoint would be gone before the promised time is over. */
export function assertPromised(where: string, { since, sunset }: Deprecation): void {
  const days = (startOf(sunset) - startOf(since)) / dayMs
  // Also false if a day is none.
  if (!(days >= shortestDays)) {
    throw new Error(`${where}: a deprecated endpoint works for at least ${shortestDays} days`)
  }
}

/** The headers of RFC 9745 and RFC 8594, and the page of the policy. */
const deprecationHeaders = ({ since, sunset }: Deprecation) => ({
  deprecation: `@${startOf(since) / 1_000}`,
  sunset: new Date(startOf(sunset)).toUTCString(),
  link: '</docs/guides/versions>; rel="deprecation"; type="text/html"',
})

/** Says in each response, refusals too, that the endpoint is deprecated. */
export function withDeprecation(answer: ApiAnswer, deprecated: Deprecation | undefined): ApiAnswer {
  if (deprecated === undefined) return answer
  return { ...answer, headers: { ...answer.headers, ...deprecationHeaders(deprecated) } }
}
