import { Field } from './form.tsx'

type CodeProps = Readonly<{
  name: string
  label: string
  hint?: string
  digits?: 4 | 6
  optional?: boolean
}>

/**
 * A code from a mail, a text or an authenticator, with or without spaces between its digits.
 * Devices offer to fill it in.
 */
export const CodeInput = ({ digits = 6, optional = false, ...field }: CodeProps) => (
  <Field
    {...field}
    className="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    pattern={`[0-9](\\s*[0-9]){${digits - 1}}`}
    required={!optional}
  />
)
