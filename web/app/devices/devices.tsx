import { useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client'
import { useTexts } from '../../ui/language.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { useRead } from '../data.ts'
import { devicesTexts } from '../texts/devices.ts'
import { useTukar } from '../tukar.tsx'
import { deviceName } from './device-name.ts'

type Session = components['schemas']['Session']

/** Where the user is signed in, how to end that, and who signed in before. */
export const Devices = () => (
  <>
    <Sessions />
    <SignIns />
  </>
)

function Sessions() {
  const t = useTexts(devicesTexts)
  const { tukar } = useTukar()
  const end = useEnd()
  const sessions = useRead(['sessions'], () => tukar.get('/api/user/sessions'))
  return (
    <Loaded query={sessions}>
      {(list) => (
        <>
          <div className="card flush">
            <ul className="list" aria-label={t.list}>
              {list.map((session) => (
                <SessionItem key={session.id} session={session} />
              ))}
            </ul>
          </div>
          {list.length > 1 && (
            <ConfirmedAction
              label={t.endOthers}
              question={t.endOthersSure}
              onConfirm={() => end(() => tukar.delete('/api/user/sessions'))}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

/** The newest sign-ins, also those that failed. */
function SignIns() {
  const t = useTexts(devicesTexts)
  const signIns = useRead(['sessions', 'sign-ins'], (tukar) => tukar.get('/api/user/sign-ins'))
  return (
    <section className="card flush" aria-label={t.history}>
      <h2 className="inset">{t.history}</h2>
      <Loaded query={signIns}>
        {(list) => (
          <ul className="list">
            {list.map(({ outcome, device, ip, at }) => (
              <li key={`${at} ${outcome}`} className="item">
                <span>
                  <span title={device ?? ''}>{deviceName(device) ?? t.unknownDevice}</span>
                  <span className="hint block">
                    {ip} · <Time at={at} />
                  </span>
                </span>
                <Status tone={outcome === 'signed-in' ? 'quiet' : 'bad'}>
                  {t.outcomes[outcome]}
                </Status>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function useEnd(): (end: () => Promise<unknown>) => Promise<void> {
  const t = useTexts(devicesTexts)
  const queries = useQueryClient()
  const toast = useToast()
  return async (end) => {
    await end()
    toast(t.ended)
    await queries.invalidateQueries({ queryKey: ['sessions'] })
  }
}

function SessionItem({ session }: Readonly<{ session: Session }>) {
  const t = useTexts(devicesTexts)
  const { tukar } = useTukar()
  const end = useEnd()
  const { id, device, ip, createdAt, lastUsedAt, current } = session
  return (
    <li className="item">
      <span>
        <strong title={device ?? ''}>{deviceName(device) ?? t.unknownDevice}</strong>
        <span className="hint block">
          {ip} · {t.lastUsed} <Time at={lastUsedAt} relative />
        </span>
        <span className="hint block">
          {t.signedIn} <Time at={createdAt} />
        </span>
      </span>
      {current ? (
        <Status tone="good">{t.current}</Status>
      ) : (
        <ConfirmedAction
          small
          label={t.end}
          question={t.endSure}
          onConfirm={() =>
            end(() => tukar.delete('/api/user/sessions/{id}', { params: { path: { id } } }))
          }
        />
      )}
    </li>
  )
}
