import { ShortText } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Action, ReasonField } from '../action.tsx'
import { useAddress } from '../address.ts'
import { stateColumn, timeColumn } from '../list/columns.tsx'
import { timeFilters } from '../list/filter-form.tsx'
import { ListPage } from '../list/list-page.tsx'
import { eventPath } from '../paths.ts'
import { operators } from '../session.ts'
import { eventTones } from './event-tones.ts'
import { inboxTexts } from './texts.ts'

/** The events that providers sent, with those that could not be applied. */
export function Inbox() {
  const t = useTexts(inboxTexts)
  const { values } = useAddress()
  const states = (['parked', 'pending', 'done'] as const).map((value) => ({
    value,
    label: t.states[value],
  }))
  return (
    <>
      {values['state'] === 'parked' ? <ReplayAll /> : <p className="hint">{t.scanned}</p>}
      <ListPage
        label={t.inbox}
        path="/operator/api/inbox"
        keyOf={({ id }) => id}
        open={({ id }) => eventPath(id)}
        filters={[
          { name: 'state', label: t.state, kind: 'choice', choices: states },
          { name: 'source', label: t.source, kind: 'text' },
          { name: 'key', label: t.key, kind: 'text', search: true },
          ...timeFilters(t),
        ]}
        columns={[
          {
            key: 'key',
            title: t.key,
            cell: ({ key }) => <ShortText id={key} chars={16} />,
            copied: ({ key }) => key,
          },
          { key: 'source', title: t.source, cell: ({ source }) => source },
          stateColumn('state', t.state, t.states, { tones: eventTones }),
          timeColumn('received', t.received, 'receivedAt'),
          { key: 'attempts', title: t.attempts, numeric: true, cell: ({ attempts }) => attempts },
          { key: 'outcome', title: t.outcome, cell: ({ outcome, error }) => outcome ?? error },
          timeColumn('applied', t.applied, 'appliedAt', { hidden: true }),
        ]}
      />
    </>
  )
}

/** Replays the parked events that the filters of the address find. */
function ReplayAll() {
  const t = useTexts(inboxTexts)
  const toast = useToast()
  const { values } = useAddress()
  const names = ['source', 'key', 'from', 'to'] as const
  const replay = async (reason: string) => {
    const filters = Object.fromEntries(
      names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
    )
    const body = { ...filters, reason }
    const { replayed, isAll } = await operators.post('/operator/api/inbox/replay', { body })
    toast(t.replayed(replayed, isAll))
  }
  return (
    <p>
      <Action
        title={t.replayAll}
        role="finance"
        run={({ reason = '' }) => replay(reason)}
        onDone={() => undefined}
      >
        <p>{t.replayAllHint}</p>
        <ReasonField />
      </Action>
    </p>
  )
}
