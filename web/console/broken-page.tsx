import { useTexts } from '../ui/language.tsx'
import { words } from './texts.ts'

/** Shown in place of a page that failed. */
export function BrokenPage() {
  const t = useTexts(words)
  return (
    <div className="card" role="alert">
      <p>{t.broken}</p>
      <button type="button" onClick={() => location.reload()}>
        {t.reload}
      </button>
    </div>
  )
}
