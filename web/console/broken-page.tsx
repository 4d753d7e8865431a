import { useTexts } from '../ui/language.tsx'
import { texts } from '../ui/texts.ts'

const brokenTexts = texts({
  broken: ['Halaman ini gagal dimuat.', 'This page failed to load.'],
  reload: ['Muat ulang', 'Reload'],
})

/** Shown in place of a page that failed. */
export function BrokenPage() {
  const t = useTexts(brokenTexts)
  return (
    <div className="card" role="alert">
      <p>{t.broken}</p>
      <button type="button" onClick={() => location.reload()}>
        {t.reload}
      </button>
    </div>
  )
}
