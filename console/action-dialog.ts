import type { Desk } from './desk.ts'
import { inputsOf } from './field-inputs.ts'
import { type Action, mayActAs, type Page } from './page.ts'
import { filled, isRow, type Row, textAt } from './row.ts'
import { wordsOf } from './service.ts'

/** A button for each action that the role may use and that fits the row. */
export function buttonsFor(
  desk: Desk,
  actions: Page['actions'] = [],
  row: Row = {},
): readonly HTMLElement[] {
  const { el, operator } = desk
  return actions
    .filter(({ role }) => mayActAs(operator, role))
    .filter(({ fits }) => fits?.(row, operator) ?? true)
    .map((action) => {
      const click = () => openAction(desk, action, row)
      return el('button', { type: 'button', click }, action.title)
    })
}

/** What an action's dialog is made of. */
function partsOf({ el }: Desk, action: Action, row: Row) {
  const inputs = inputsOf(el, action.fields ?? [], row)
  const entries = el('fieldset', {}, ...inputs.labels)
  const question = el('p', { class: 'question' }, filled(action.question, row))
  const refusal = el('p', { role: 'alert', class: 'refusal' })
  const send = el('button', { type: 'submit' })
  const back = el('button', { type: 'button', class: 'quiet' })
  const title = el('h2', {}, action.title)
  const buttons = el('p', { class: 'buttons' }, send, back)
  const form = el('form', {}, entries, question, refusal, buttons)
  const dialog = el('dialog', { 'aria-label': action.title }, title, form)
  return { inputs, entries, question, refusal, send, back, form, dialog }
}

/** Takes what an action needs, asks once more, sends it, and says what came of it. */
function openAction(desk: Desk, action: Action, row: Row): void {
  const { inputs, entries, question, refusal, send, back, form, dialog } = partsOf(
    desk,
    action,
    row,
  )
  const hasFields = inputs.labels.length > 0
  let asking = false
  const ask = (is: boolean) => {
    asking = is
    entries.disabled = is
    question.hidden = !is
    send.textContent = is ? `Yes: ${action.title.toLowerCase()}` : 'Continue'
    back.textContent = is && hasFields ? 'Back' : 'Leave'
  }
  /** While it is sent, Escape does not close it. */
  let held = false
  const hold = (is: boolean) => {
    held = is
    send.disabled = is
    back.disabled = is
  }
  const close = (told: string) => {
    dialog.close()
    desk.refresh(`Done: ${action.title}${told === '' ? '' : `, ${told}`}.`)
  }
  const sendIt = async () => {
    hold(true)
    try {
      const path = filled(action.path, row, encodeURIComponent)
      const body = { ...inputs.values(), ...action.sends?.(row) }
      const answer = await desk.service.ask(action.method ?? 'POST', path, body)
      close(saidBy(answer, action.tells))
    } catch (error) {
      refusal.textContent = wordsOf(error)
      hold(false)
      ask(!hasFields)
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    refusal.textContent = ''
    if (asking) return void sendIt()
    ask(true)
    send.focus()
  })
  back.addEventListener('click', () => (asking && hasFields ? ask(false) : dialog.close()))
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('cancel', (event) => held && event.preventDefault())
  ask(!hasFields)
  desk.add(dialog)
  dialog.showModal()
}

const saidBy = (answer: unknown, name: string | undefined): string =>
  isRow(answer) && name !== undefined ? textAt(answer, name) : ''
