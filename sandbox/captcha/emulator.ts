import { z } from 'zod'
import { authorized } from '../authorized.ts'
import type { Emulator, Frame } from '../emulator.ts'
import { keptItems, recent } from '../recent.ts'

const Verify = z.object({ secret: z.string().default(''), response: z.string().default('') })

/** Tokens with this prefix pass. */
const human = /^pass/

/** The captcha provider's API; a refusal also has status 200, with codes that give the reason. */
export function captcha(frame: Frame): Emulator {
  const seen = recent<true>(keptItems)

  function judge({ secret, response }: z.infer<typeof Verify>) {
    if (secret === '') return refused('missing-input-secret')
    if (!authorized(secret, frame.secrets.captchaSecret)) return refused('invalid-input-secret')
    if (response === '') return refused('missing-input-response')
    if (!human.test(response)) return refused('invalid-input-response')
    if (seen.get(response) !== undefined) return refused('timeout-or-duplicate')
    seen.put(response, true)
    const at = new Date().toISOString()
    return { success: true, challenge_ts: at, hostname: 'sandbox.test', 'error-codes': [] }
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
