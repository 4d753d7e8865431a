import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { z } from 'zod'
import { keptItems, type Recent, recent } from './recent.ts'

/** What the emulators keep across a restart: in a file, by name. Without a file nothing is kept. */
export type Saved = Readonly<{
  /**
   * Stores what `read` returns with every save, and returns what was stored before the restart. A
   * part whose shape changes needs another name.
   */
  part: <Part>(name: string, read: () => Part) => Part | undefined
  /** Returns a list with the items that it had before the restart. */
  list: <Item>(name: string, dropped?: (item: Item) => void) => Recent<Item>
  /** Returns a map with the entries that it had before the restart. */
  map: <Value>(name: string) => Map<string, Value>
  /** Saves soon: changes of the same moment together. */
  changed: () => void
  /** Saves all parts, before it returns. */
  save: () => void
  /** Saves for the last time. */
  close: () => void
}>

const gatherMs = 200

export function saved(file: string | null): Saved {
  const before = file === null ? new Map<string, unknown>() : readSaved(file)
  const parts = new Map<string, () => unknown>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const part: Saved['part'] = <Part>(name: string, read: () => Part) => {
    parts.set(name, read)
    return z.custom<Part>().optional().parse(before.get(name))
  }

  function save(): void {
    if (file === null) return
    clearTimeout(timer)
    timer = undefined
    const now = new Map([...parts].map(([name, read]) => [name, read()]))
    // A process that is killed leaves the old file or the new one.
    const next = `${file}.next`
    try {
      writeFileSync(next, serialize(now), { mode: 0o600 })
      renameSync(next, file)
    } catch (error) {
      // On a full disk the emulators go on, and the next change saves all.
      process.stderr.write(`The emulators' books are not saved: ${String(error)}\n`)
    }
  }

  return {
    part,
    list<Item>(name: string, dropped?: (item: Item) => void) {
      const items = recent<Item>(keptItems, dropped)
      const stored = part(name, () => items.entries())
      for (const [key, item] of stored ?? []) items.put(key, item)
      return items
    },
    map<Value>(name: string) {
      const map = new Map<string, Value>()
      const stored = part(name, () => map)
      for (const [key, value] of stored ?? []) map.set(key, value)
      return map
    },
    changed() {
      if (file !== null && !isClosed) timer ??= setTimeout(save, gatherMs)
    },
    save,
    close() {
      save()
      isClosed = true
    },
  }
}

const Contents = z.map(z.string(), z.unknown())

function readSaved(file: string): ReadonlyMap<string, unknown> {
  mkdirSync(path.dirname(file), { recursive: true })
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()
    throw error
  }
  try {
    return Contents.parse(deserialize(bytes))
  } catch (error) {
    throw new Error(`${file} cannot be read; delete it, and the database beside it`, {
      cause: error,
    })
  }
}
