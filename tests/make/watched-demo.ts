/** Loaded before the demo: the first response that differs from the contract makes it fail. */
import { env } from 'node:process'
import { watchAnswers } from '../watch-answers.ts'

const { BASE_URL: url, CHANGED_ANSWER: changed } = env
if (changed !== undefined) globalThis.fetch = changing(globalThis.fetch, changed)
if (url !== undefined) watchAnswers(url)

/** Adds a field to the responses of one operation. */
function changing(fetch: typeof globalThis.fetch, operation: string): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const answer = await fetch(request)
    if (`${request.method} ${new URL(request.url).pathname}` !== operation) return answer
    return Response.json({ ...Object(await answer.json()), added: 1 })
  }
}
