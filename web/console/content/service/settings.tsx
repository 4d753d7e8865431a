import { formatDecimal, isDecimal } from '@tukar/client'
import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { Amount } from '../../../ui/amount.tsx'
import { Field, type Values } from '../../../ui/form.tsx'
import { useLanguage, useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'
import { Action, CodeField, withCode } from '../../action.tsx'
import { useRead } from '../../desk.tsx'
import { listPath } from '../../paths.ts'
import { operators } from '../../session.ts'
import { useOpenProposal, WholeList, YesNo } from '../parts.tsx'
import { shared } from '../texts.ts'
import { serviceTexts } from './texts.ts'

type Setting = components['schemas']['SettingView']

export function Settings() {
  const t = useTexts(serviceTexts)
  const settings = useRead(['settings'], (client) => client.get('/operator/api/settings'))
  return (
    <Loaded query={settings}>
      {(rows) => (
        <WholeList
          label={t.settings}
          rows={rows}
          keyOf={({ key }) => key}
          textOf={({ key, value }) => `${key} ${value}`}
          columns={[
            { key: 'key', title: t.setting, cell: ({ key }) => <code>{key}</code> },
            { key: 'value', title: t.value, cell: (setting) => <Value setting={setting} /> },
            { key: 'actions', title: '', cell: (setting) => <EditSetting setting={setting} /> },
            { key: 'bounds', title: t.bounds, cell: (setting) => <Bounds setting={setting} /> },
            { key: 'kind', title: t.kind, cell: ({ kind }) => kind },
            {
              key: 'guarded',
              title: t.protection,
              cell: ({ guarded }) => (
                <Status tone={guarded ? 'busy' : 'quiet'}>{guarded ? t.guarded : t.open}</Status>
              ),
            },
            {
              key: 'visible',
              title: t.visible,
              cell: ({ isPublic }) => (isPublic ? t.everyone : t.operators),
            },
          ]}
        >
          <Link href={listPath('proposals', { state: 'proposed' })}>{t.proposals}</Link>
        </WholeList>
      )}
    </Loaded>
  )
}

const counted: ReadonlySet<string> = new Set(['rupiah', 'ppm', 'hours', 'seconds', 'count'])

const Value = ({ setting: { kind, value } }: Readonly<{ setting: Setting }>) => (
  <b>{counted.has(kind) && isDecimal(value) ? <Amount value={value} /> : value}</b>
)

function Bounds({ setting: { minimum, maximum } }: Readonly<{ setting: Setting }>) {
  const t = useTexts(serviceTexts)
  const language = useLanguage()
  const [least, most] = [minimum, maximum].map((bound) =>
    bound === null ? null : formatDecimal(bound, language),
  )
  if (least && most) return t.between(least, most)
  if (least) return t.from(least)
  return most ? t.upTo(most) : null
}

function EditSetting({ setting }: Readonly<{ setting: Setting }>) {
  const t = useTexts(serviceTexts)
  const words = useTexts(shared)
  const openProposal = useOpenProposal()
  const { key, value, kind, guarded } = setting
  const send = async ({ value: next = '', otpCode }: Values, version: string) => {
    const code = withCode(otpCode)
    const saved = await operators.put('/operator/api/settings/{key}', {
      params: { path: { key } },
      body: { value: next, version, ...code },
    })
    openProposal(saved)
  }
  return (
    <Action
      title={guarded ? t.propose : words.edit}
      role="admin"
      run={send}
      version={setting.version}
    >
      <p>
        <code>{key}</code>
      </p>
      {guarded && <p>{t.proposeHint}</p>}
      {kind === 'flag' ? (
        <YesNo name="value" label={t.value} value={value === 'true'} />
      ) : (
        <Field
          name="value"
          label={t.value}
          hint={<Bounds setting={setting} />}
          unit={kind}
          defaultValue={value}
          required
        />
      )}
      {guarded && <CodeField />}
    </Action>
  )
}
