import { formatDecimal, parseDecimal } from '@tukar/client'
import { type ComponentProps, useState } from 'react'
import { Field } from '../ui/form.tsx'
import { useLanguage, useTexts } from '../ui/language.tsx'
import { words } from './texts.ts'

type AmountFieldProps = Readonly<{ name: string; value?: string }> &
  Omit<ComponentProps<typeof Field>, 'name' | 'value' | 'defaultValue' | 'inputMode'>

/**
 * An amount in the notation of the operator's language, in which `16.250` may be 16,250. The form
 * has it as the API takes it: of two values of a name, the second one counts.
 */
export function AmountField({ name, value = '', ...field }: AmountFieldProps) {
  const t = useTexts(words)
  const language = useLanguage()
  const [amount, setAmount] = useState(value)
  return (
    <>
      <Field
        {...field}
        name={name}
        inputMode="decimal"
        defaultValue={value === '' ? '' : formatDecimal(value, language)}
        onInput={({ currentTarget }) => {
          const typed = currentTarget.value.trim()
          const read = typed === '' ? '' : parseDecimal(typed, language)
          currentTarget.setCustomValidity(read === null ? t.notAmount : '')
          setAmount(read ?? '')
        }}
      />
      <input type="hidden" name={name} value={amount} />
    </>
  )
}
