import type { RowOf } from '@tukar/client/operator'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTexts } from '../ui/language.tsx'
import { useRead } from './desk.tsx'
import { words } from './texts.ts'

type Picked = Pick<RowOf<'/operator/api/users'>, 'id' | 'email' | 'name'>

const most = '10'

type PickerProps = Readonly<{
  /** The field of the form that gets the user's id. */
  name: string
  label: string
  /** Users to choose from before anything is sought; the first is chosen if it is `likely`. */
  offered: readonly Picked[]
  likely: number | null
}>

/** Finds users by name, mail, phone or id, and has the operator choose one of them. */
export function UserPicker({ name, label, offered, likely }: PickerProps) {
  const t = useTexts(words)
  const id = useId()
  const [text, setText] = useState('')
  const [sought, setSought] = useState('')
  const found = useRead(
    ['users', 'pick', sought],
    (client) => client.list('/operator/api/users', { q: sought, limit: most }),
    { enabled: sought !== '' },
  )
  const shown = sought === '' ? offered : (found.data?.data ?? [])
  const search = () => setSought(text.trim())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    search()
  }
  return (
    <fieldset className="field picker">
      <legend>{label}</legend>
      <div className="row">
        <div className="input">
          <input
            type="search"
            aria-label={t.findUser}
            placeholder={t.findUserHint}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            aria-describedby={id}
          />
        </div>
        <button type="button" onClick={search}>
          {t.search}
        </button>
      </div>
      <div id={id} className="hint" role="status">
        {sought !== '' && found.data !== undefined && shown.length === 0 && t.nothing}
        {sought !== '' && (found.data?.nextCursor ?? null) !== null && t.moreUsers}
      </div>
      {shown.map((user) => (
        <label key={`${sought} ${user.id}`} className="choice">
          <input
            type="radio"
            name={name}
            value={user.id}
            defaultChecked={user.id === likely}
            required
          />
          <span className="breakable">
            {user.name !== null && <strong>{user.name} </strong>}
            {user.email} <span className="quiet">({user.id})</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
