import { Field } from './form.tsx'

type CodeProps = Readonly<{ name: string; label: string; hint?: string; digits?: 4 | 6 }>

/** A code from a mail, a text or an authenticator. Devices offer to fill it in. */
export const CodeInput = ({ digits = 6, ...field }: CodeProps) => (
  <Field
    {...field}
    className="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    pattern={`[0-9]{${digits}}`}
    maxLength={digits}
    required
  />
)
