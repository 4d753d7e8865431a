import { useTexts } from '../ui/language.tsx'
import { useService } from './control.ts'
import { frameTexts } from './texts/frame.ts'

/** Links to the service that these emulators belong to. */
export function ServiceLinks() {
  const t = useTexts(frameTexts)
  const url = useService().data?.publicUrl ?? null
  if (url === null) return null
  return (
    <p className="panel-links">
      <a href={`${url}/app`} target="_blank" rel="noreferrer">
        {t.app}
      </a>
      <a href={`${url}/docs`} target="_blank" rel="noreferrer">
        API
      </a>
    </p>
  )
}
