import { useState } from 'react'
import { useTexts } from '../../ui/language.tsx'
import { words } from '../texts.ts'

type Named = Readonly<{ key: string; title: string; hidden?: boolean }>

export type Chosen = Readonly<{
  keys: readonly string[]
  choose: (keys: readonly string[]) => void
}>

/** The columns of a list that the operator chose in this browser. */
export function useChosenColumns(list: string, columns: readonly Named[]): Chosen {
  const stored = `tukar.columns.${list}`
  const [keys, setKeys] = useState<readonly string[]>(() => {
    const kept = localStorage.getItem(stored)
    if (kept !== null) return kept.split(' ')
    return columns.filter(({ hidden }) => hidden !== true).map(({ key }) => key)
  })
  const choose = (chosen: readonly string[]) => {
    localStorage.setItem(stored, chosen.join(' '))
    setKeys(chosen)
  }
  return { keys, choose }
}

type ChoiceProps = Readonly<{ columns: readonly Named[]; chosen: Chosen }>

/** A box for each column but the first, which names the row. */
export function ColumnChoice({ columns, chosen: { keys, choose } }: ChoiceProps) {
  const t = useTexts(words)
  const toggle = (key: string) =>
    choose(keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key])
  return (
    <details className="column-choice">
      <summary>{t.columns}</summary>
      <div className="row">
        {columns.slice(1).map(({ key, title }) => (
          <label key={key} className="row tight">
            <input type="checkbox" checked={keys.includes(key)} onChange={() => toggle(key)} />
            {title}
          </label>
        ))}
      </div>
    </details>
  )
}
