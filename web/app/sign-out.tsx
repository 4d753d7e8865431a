import { useTexts } from '../ui/language.tsx'
import { sessionTexts } from './texts/session.ts'
import { useTukar } from './tukar.tsx'

/** Ends the session; if the service cannot be reached, at least in this browser. */
export function SignOut() {
  const t = useTexts(sessionTexts)
  const { tukar } = useTukar()
  return (
    <button type="button" onClick={() => void tukar.signOut().catch(() => null)}>
      {t.signOut}
    </button>
  )
}
