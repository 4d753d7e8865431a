import type { Desk } from './desk.ts'
import { hashOf } from './place.ts'
import { isRow, type Row, rowsIn, valueAt } from './row.ts'

/** Where the words of a name are not its title. */
const titles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    at: 'Time',
    bind2FA: 'App bound',
    deposit_status: 'Claimed deposits',
    emailVerified: 'Email verified',
    ip: 'IP address',
    isPublic: 'Shown to all',
    order_no: 'Order',
    passwordInitial: 'First password',
    requestId: 'Request',
    txHash: 'Transaction hash',
    txPair: 'Pair',
    userId: 'User',
    withdrawal_status: 'Withdrawals',
    worthIdr: 'Worth in IDR',
  }),
)

/** `approvalsNeeded` is "Approvals needed", `subject.kind` is "Subject kind". */
function titleOf(path: string): string {
  const known = titles.get(path)
  if (known !== undefined) return known
  const words = path.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const amount = /^-?\d+(?:\.\d+)?$/
const longWord = /\S{25}/
const signedPath = /^https?:\/\/[^/]+(\/api\/files\/[0-9a-f]{32}\?[\w=&-]+)$/

const jakarta = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Jakarta',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** Names whose value is the number of a user. */
const usersBy: ReadonlySet<string> = new Set(['userId', 'assignedUser'])

/** A value as it was told: amounts and ids digit by digit, times as clocks in Jakarta show them. */
export function shownValue(desk: Desk, value: unknown, path: string): Node {
  const { el } = desk
  const name = path.split('.').at(-1) ?? path
  if (typeof value === 'boolean') return el('span', {}, value ? 'yes' : 'no')
  if (typeof value === 'number') return shownText(desk, value.toString(), name)
  if (typeof value === 'string') return shownText(desk, value, name)
  if (isRow(value))
    return Array.isArray(value['data']) ? innerPage(desk, value) : facts(desk, value)
  if (!Array.isArray(value) || value.length === 0) return el('span', { class: 'none' }, '–')
  const rows = value.filter(isRow)
  return rows.length === value.length
    ? tableOf(desk, rows, columnsOf(rows))
    : el('ul', {}, ...value.map((one) => el('li', {}, shownValue(desk, one, path))))
}

function shownText({ el }: Desk, value: string, name: string): Node {
  if (usersBy.has(name)) return el('a', { href: `#/users/${encodeURIComponent(value)}` }, value)
  const at = time.test(value) ? new Date(value) : null
  if (at !== null && !Number.isNaN(at.getTime())) {
    return el('time', { datetime: value }, `${jakarta.format(at)} WIB`)
  }
  const picture = name.endsWith('Url') ? signedPath.exec(value)?.[1] : undefined
  if (picture !== undefined) {
    const image = el('img', { src: picture, alt: titleOf(name) })
    return el('a', { href: picture, target: '_blank', rel: 'noopener' }, image)
  }
  if (value.includes('\n')) return el('pre', { tabindex: '0' }, value)
  const looks = amount.test(value) ? 'amount' : longWord.test(value) ? 'long' : ''
  return el('span', looks === '' ? {} : { class: looks }, value)
}

/** A row as names and values. */
export const facts = (desk: Desk, row: Row): HTMLElement =>
  desk.el(
    'dl',
    {},
    ...Object.entries(row).flatMap(([name, value]) => [
      desk.el('dt', {}, titleOf(name)),
      desk.el('dd', {}, shownValue(desk, value, name)),
    ]),
  )

/** Every name that some row has; of a row within, its own names. */
const columnsOf = (rows: readonly Row[]): readonly string[] => [
  ...new Set(
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([name, value]) =>
        isRow(value) ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
      ),
    ),
  ),
]

/** A table of these columns; `cells` makes a row's, one for each column. */
export function tableOf(
  desk: Desk,
  rows: readonly Row[],
  columns: readonly string[],
  cells: (row: Row) => readonly Node[] = (row) =>
    columns.map((path) => shownValue(desk, valueAt(row, path), path)),
): HTMLElement {
  const { el } = desk
  const head = columns.map((path) => el('th', { scope: 'col' }, titleOf(path)))
  const body = rows.map((row) => el('tr', {}, ...cells(row).map((cell) => el('td', {}, cell))))
  const table = el('table', {}, el('thead', {}, el('tr', {}, ...head)), el('tbody', {}, ...body))
  return el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Table' }, table)
}

/** A page of a list within what is shown; the next one is a page of the same place. */
function innerPage(desk: Desk, page: Row): Node {
  const rows = rowsIn(page)
  return desk.el(
    'div',
    {},
    rows.length === 0
      ? desk.el('span', { class: 'none' }, '–')
      : tableOf(desk, rows, columnsOf(rows)),
    pagesOf(desk, page),
  )
}

/** Links to the page before and after. Not every list knows how many items it has. */
export function pagesOf({ el, place }: Desk, { currentPage, nextPage, totalData }: Row): Node {
  const link = (title: string, page: number) =>
    el('a', { href: hashOf({ ...place, query: { ...place.query, page: `${page}` } }) }, title)
  const links = [
    ...(typeof currentPage === 'number' && currentPage > 1
      ? [link('Previous', currentPage - 1)]
      : []),
    ...(typeof nextPage === 'number' ? [link('Next', nextPage)] : []),
  ]
  const total = typeof totalData === 'number' ? [el('span', {}, `${totalData} in all`)] : []
  return el('p', { class: 'pages' }, ...links, ...total)
}
