import { useTexts } from '../ui/language.tsx'
import { Notice } from '../ui/status.tsx'
import { TaskButton } from '../ui/task-button.tsx'
import { control } from './control.ts'
import { useFaults } from './fault-data.ts'
import { frameTexts } from './texts/frame.ts'

const shown = 5

/** Says on each screen which faults are set, so that none is forgotten. */
export function FaultBanner() {
  const t = useTexts(frameTexts)
  const { data: faults = [] } = useFaults()
  if (faults.length === 0) return null
  const names = faults.slice(0, shown).map(({ provider, fault }) => `${provider} ${fault}`)
  return (
    <Notice tone="busy">
      <div className="row">
        <span>
          {t.faultsSet(faults.length)} {names.join(', ')}
          {faults.length > shown && '…'}
        </span>
        <TaskButton className="small" task={() => control('DELETE', '/faults')}>
          {t.clearAll}
        </TaskButton>
      </div>
    </Notice>
  )
}
