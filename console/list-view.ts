import { buttonsFor } from './action-dialog.ts'
import type { Desk } from './desk.ts'
import { inputsOf } from './field-inputs.ts'
import type { Page } from './page.ts'
import { hashOf, withQuery } from './place.ts'
import { isRow, type Row, rowsIn, textAt, valueAt } from './row.ts'
import { pagesOf, shownValue, tableOf } from './shown-value.ts'

/** A page's list: its filters, its rows with what may be done to each, and the pages around. */
export async function listView(desk: Desk, page: Page): Promise<readonly Node[]> {
  const { el, service, place } = desk
  const answer = await service.ask('GET', withQuery(page.path, place.query))
  const rows = rowsIn(answer)
  const again = el(
    'button',
    { type: 'button', class: 'quiet', click: () => desk.refresh('') },
    'Refresh',
  )
  return [
    el('h1', { tabindex: '-1' }, page.title),
    el('p', {}, page.about),
    el('p', { class: 'buttons' }, again, ...buttonsFor(desk, page.makes)),
    ...(page.filters === undefined ? [] : [filterForm(desk, page.filters)]),
    rows.length === 0
      ? el('p', { class: 'none' }, 'There is nothing here.')
      : table(desk, page, rows),
    ...(isRow(answer) ? [pagesOf(desk, answer)] : []),
  ]
}

function table(desk: Desk, page: Page, rows: readonly Row[]): HTMLElement {
  const { el } = desk
  const { columns, key, actions = [] } = page
  const inRow = key === undefined && actions.length > 0
  const cell = (row: Row, path: string): Node => {
    const shown = shownValue(desk, valueAt(row, path), path)
    if (path !== key) return shown
    return el('a', { href: hashOf({ page: page.name, key: textAt(row, key), query: {} }) }, shown)
  }
  return tableOf(desk, rows, inRow ? [...columns, 'actions'] : columns, (row) => [
    ...columns.map((path) => cell(row, path)),
    ...(inRow ? [el('span', { class: 'buttons' }, ...buttonsFor(desk, actions, row))] : []),
  ])
}

/** Filters stand in the address, so that a filtered list can be left and come back to. */
function filterForm(desk: Desk, filters: NonNullable<Page['filters']>): HTMLElement {
  const { el, place } = desk
  const fields = filters.map((field) => ({ ...field, optional: true, from: field.name }))
  const inputs = inputsOf(el, fields, place.query)
  const submit = (event: Event) => {
    event.preventDefault()
    desk.go({ ...place, query: inputs.values() })
  }
  return el('form', { class: 'filters', submit }, ...inputs.labels, el('button', {}, 'Show'))
}
