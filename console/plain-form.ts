import type { El } from './elements.ts'
import { inputsOf, type Values } from './field-inputs.ts'
import type { Field } from './page.ts'
import { wordsOf } from './service.ts'

export type PlainForm = Readonly<{
  fields: readonly Field[]
  button: string
  run: (values: Values) => Promise<void>
}>

/** A form that sends what was entered once, and says why not when it was refused. */
export function plainForm(el: El, { fields, button, run }: PlainForm): HTMLFormElement {
  const inputs = inputsOf(el, fields)
  const refusal = el('p', { role: 'alert', class: 'refusal' })
  const send = el('button', { type: 'submit' }, button)
  const submit = async (event: Event) => {
    event.preventDefault()
    refusal.textContent = ''
    send.disabled = true
    try {
      await run(inputs.values())
    } catch (error) {
      refusal.textContent = wordsOf(error)
    } finally {
      send.disabled = false
    }
  }
  return el('form', { submit: (event) => void submit(event) }, ...inputs.labels, refusal, send)
}
