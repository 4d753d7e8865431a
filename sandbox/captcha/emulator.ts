import { z } from 'zod'
import { authorized } from '../authorized.ts'
import type { Emulator, Frame } from '../emulator.ts'
import { keptItems, recent } from '../recent.ts'

const Verify = z.object({ secret: z.string().default(''), response: z.string().default('') })

/** Tokens with this prefix pass. They may name a page's host and a score: `pass-1@host#0.3`. */
const human = /^pass[^@#]*(?:@([^#]+))?(?:#([0-9.]+))?$/
const ownHost = 'sandbox.test'

/** The captcha provider's API; a refusal also has status 200, with codes that give the reason. */
export function captcha(frame: Frame): Emulator {
  const seen = recent<true>(keptItems)

  function judge({ secret, response }: z.infer<typeof Verify>) {
    if (secret === '') return refused('missing-input-secret')
    if (!authorized(secret, frame.secrets.captchaSecret)) return refused('invalid-input-secret')
    if (response === '') return refused('missing-input-response')
    const passed = human.exec(response)
    if (passed === null) return refused('invalid-input-response')
    if (seen.get(response) !== undefined) return refused('timeout-or-duplicate')
    seen.put(response, true)
    const at = new Date().toISOString()
    const [, hostname = ownHost, score] = passed
    const verdict = { success: true, challenge_ts: at, hostname, 'error-codes': [] }
    return score === undefined ? verdict : { ...verdict, score: Number(score) }
  }

  return {
    name: 'captcha',
    root: '/captcha',
    mount(api) {
      api.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      )
      api.post('/siteverify', (request) => {
        const asked = Verify.safeParse(request.body ?? {})
        return asked.success ? judge(asked.data) : refused('bad-request')
      })
    },
    control: () => undefined,
    failure: (status) => ({ body: refused(status < 500 ? 'bad-request' : 'internal-error') }),
    state: () => ({}),
    reset: seen.clear,
  }
}

const refused = (code: string) => ({ success: false, 'error-codes': [code] })
