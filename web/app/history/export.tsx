import type { Tukar } from '@tukar/client'
import { useTexts } from '../../ui/language.tsx'
import { TaskButton } from '../../ui/task-button.tsx'
import { historyTexts } from '../texts/history.ts'
import { useTukar } from '../tukar.tsx'

/** Saves a whole list, as it is filtered, for a spreadsheet. */
export function Export({ save }: Readonly<{ save: (tukar: Tukar) => Promise<void> }>) {
  const t = useTexts(historyTexts)
  const { tukar } = useTukar()
  return (
    <div className="inset">
      <TaskButton task={() => save(tukar)}>{t.download('CSV')}</TaskButton>
    </div>
  )
}
