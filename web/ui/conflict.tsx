import type { Conflict } from '@tukar/client'
import { useTexts } from './language.tsx'
import { Notice } from './status.tsx'
import { Time } from './time.tsx'
import { uiWords } from './words.ts'

type ConflictProps = Readonly<{
  conflict: Conflict
  disabled: boolean
  /** Shows the item as it is now, in place of what the form has. */
  onShowTheirs: () => void
  /** Called before the form is submitted again. */
  onKeepMine: () => void
}>

/** Names the change that an edit would replace, and offers both versions. */
export function ConflictChoice(props: ConflictProps) {
  const { conflict, disabled, onShowTheirs, onKeepMine } = props
  const t = useTexts(uiWords)
  return (
    <>
      <Notice tone="bad">
        {t.changed(conflict.by ?? t.theService)} {conflict.at !== null && <Time at={conflict.at} />}
      </Notice>
      <div className="row">
        <button type="button" onClick={onShowTheirs} disabled={disabled}>
          {t.showTheirs}
        </button>
        <button type="submit" className="primary danger" onClick={onKeepMine} disabled={disabled}>
          {t.keepMine}
        </button>
      </div>
    </>
  )
}
