import type { El } from './elements.ts'
import type { Field } from './page.ts'
import { type Row, textAt } from './row.ts'

export type Values = Readonly<Record<string, string>>

export type Inputs = Readonly<{
  labels: readonly HTMLElement[]
  /** What was entered; what was left empty is left out. */
  values: () => Values
}>

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A label with its control for each field. A choice in a filter may be left open. */
export function inputsOf(el: El, fields: readonly Field[], row: Row = {}): Inputs {
  const controls = fields.map((field) => ({ field, control: controlOf(el, field) }))
  for (const { field, control } of controls) {
    if (field.from !== undefined) control.value = textAt(row, field.from)
  }
  return {
    labels: controls.map(({ field, control }) =>
      el(
        'label',
        {},
        el('span', {}, field.label),
        control,
        ...(field.hint === undefined ? [] : [el('small', {}, field.hint)]),
      ),
    ),
    values: () =>
      Object.fromEntries(
        controls
          .map(({ field, control }) => [field.name, control.value] as const)
          .filter(([, value]) => value !== ''),
      ),
  }
}

const inputs: Readonly<Record<Exclude<Field['kind'], 'lines' | 'choice'>, Values>> = {
  text: { type: 'text', autocomplete: 'off' },
  email: { type: 'email', autocomplete: 'username' },
  code: { type: 'text', inputmode: 'numeric', autocomplete: 'one-time-code' },
  password: { type: 'password', autocomplete: 'current-password' },
  'new-password': { type: 'password', autocomplete: 'new-password' },
}

function controlOf(el: El, { name, kind, choices = [], optional = false }: Field): Control {
  const common = { name, required: !optional }
  if (kind === 'lines') return el('textarea', { ...common, rows: '3' })
  if (kind !== 'choice') return el('input', { ...common, ...inputs[kind] })
  const options = choices.map((choice) =>
    el('option', { value: choice }, spoken.get(choice) ?? choice),
  )
  return el('select', common, el('option', { value: '' }, optional ? 'any' : 'choose'), ...options)
}

const spoken: ReadonlyMap<string, string> = new Map([
  ['true', 'yes'],
  ['false', 'no'],
])
