import assert from 'node:assert/strict'
import type { Answer, Tukar } from '../harness.ts'

type Item = Readonly<Record<string, unknown> & { version?: string }>
type By = Readonly<{ token: string }>

/** The fields that name an item in the paths of the operators' interface. */
const names = ['id', 'key', 'code', 'symbol', 'iso2', 'txPair'] as const

const lists: Readonly<Record<string, string>> = { pairs: 'pair-bounds' }

/** Reads a list of the operators' interface: whole, or its first page. */
async function itemsOf(tukar: Tukar, { token }: By, list: string): Promise<readonly Item[]> {
  const { body } = await tukar.call('GET', `/operator/api/${list}?limit=100`, { token })
  return Array.isArray(body.data) ? body.data : (body.data?.data ?? [])
}

/** Reads the version of an item that a path names, such as `assets/USDT/networks/TRC20`. */
export async function versionAt(tukar: Tukar, by: By, path: string): Promise<string> {
  const [list = '', name, , network = ''] = path.split('/')
  const items = await itemsOf(tukar, by, lists[list] ?? list)
  const instructions = ({ bankCode, channel, lang }: Item) =>
    `${list}/${bankCode}/${channel}/${lang}` === path
  const found = items.find((item) =>
    list === 'payment-instructions'
      ? instructions(item)
      : names.some((field) => `${item[field]}` === name),
  )
  const networks: readonly Item[] = Array.isArray(found?.['networks']) ? found['networks'] : []
  const one = path.includes('/networks/')
    ? networks.find((item) => item['network'] === network)
    : found
  return one?.version ?? 'unknown'
}

/** Returns an item without its version, after a look at its form. */
export function unversioned<Item extends object & { version?: unknown }>({
  version,
  ...item
}: Item): Omit<Item, 'version'> {
  assert.match(`${version}`, /^[\w-]{22}$/)
  return item
}

/** Edits an item as an operator who has just read it. */
export async function editItem(tukar: Tukar, by: By, path: string, body: object): Promise<Answer> {
  const version = await versionAt(tukar, by, path)
  return tukar.call('PUT', `/operator/api/${path}`, {
    token: by.token,
    body: { version, reason: 'the risk team wrote it', ...body },
  })
}
