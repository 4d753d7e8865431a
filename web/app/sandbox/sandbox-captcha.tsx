import { newIdempotencyKey } from '@tukar/client'
import type { Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { securityTexts } from '../texts/security.ts'

const name = 'captcha'

/** Stands for a provider's widget, which needs a site key. */
export function SandboxCaptcha() {
  const t = useTexts(securityTexts)
  return (
    <div className="field">
      <label className="choice">
        <input type="checkbox" name={name} />
        {t.isHuman}
      </label>
    </div>
  )
}

/** The field that carries the widget's token; the sandbox accepts each token once. */
export const captchaIn = (values: Values): Readonly<{ captchaToken?: string }> =>
  values[name] === undefined ? {} : { captchaToken: `pass-${newIdempotencyKey()}` }
