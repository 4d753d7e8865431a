import type { ListPath } from '@tukar/client/operator'
import { useTexts } from '../../ui/language.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { TaskButton } from '../../ui/task-button.tsx'
import type { Filters } from '../address.ts'
import { useOperator } from '../desk.tsx'
import { mayActAs, type Role } from '../roles.ts'
import { operators } from '../session.ts'
import { words } from '../texts.ts'

type CsvProps = Readonly<{ path: ListPath; query: Filters; of?: Filters; role: Role }>

/** Saves all rows that the filters find as a file. */
export function CsvButton({ path, query, of = {}, role }: CsvProps) {
  const t = useTexts(words)
  const operator = useOperator()
  if (!mayActAs(operator.role, role)) return null
  const { cursor, ...filters } = query
  const save = async () => {
    saveFile(await operators.csv(path, filters, of), `${path.split('/').slice(3).join('-')}.csv`)
  }
  return (
    <TaskButton task={save} className="small">
      {t.csv}
    </TaskButton>
  )
}
