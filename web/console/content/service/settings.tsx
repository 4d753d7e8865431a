import type { components } from '@tukar/client/operator'
import { Link } from 'wouter'
import { Field, type Values } from '../../../ui/form.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'
import { Action, ProposalFields, statedIn } from '../../action.tsx'
import { AmountField } from '../../amount-field.tsx'
import { CodeName } from '../../code-name.tsx'
import { useRead } from '../../desk.tsx'
import { listPath } from '../../paths.ts'
import { operators } from '../../session.ts'
import { settingTexts } from '../../setting-texts.ts'
import { SettingValue } from '../../setting-value.tsx'
import { useOpenProposal, WholeList, YesNo } from '../parts.tsx'
import { shared } from '../texts.ts'
import { serviceTexts } from './texts.ts'

type Setting = components['schemas']['SettingView']

type Named = Readonly<Record<'groups' | 'meanings', Readonly<Record<string, string>>>>

export function Settings() {
  const t = useTexts(serviceTexts)
  const { groups, meanings }: Named = useTexts(settingTexts)
  const settings = useRead(['settings'], (client) => client.get('/operator/api/settings'))
  return (
    <Loaded query={settings}>
      {(rows) => (
        <WholeList
          label={t.settings}
          rows={inGroups(rows)}
          keyOf={({ key }) => key}
          textOf={({ key, value }) => `${key} ${value} ${groupIn(groups, key)} ${meanings[key]}`}
          columns={[
            { key: 'group', title: t.group, cell: ({ key }) => groupIn(groups, key) },
            { key: 'key', title: t.setting, cell: ({ key }) => <Meaning of={key} /> },
            {
              key: 'value',
              title: t.value,
              cell: ({ kind, value }) => (
                <b>
                  <SettingValue kind={kind} value={value} />
                </b>
              ),
            },
            { key: 'actions', title: '', cell: (setting) => <EditSetting setting={setting} /> },
            { key: 'bounds', title: t.bounds, cell: (setting) => <Bounds setting={setting} /> },
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

const groupOf = (key: string): string => key.split('.')[0] ?? ''

const groupIn = (names: Readonly<Record<string, string>>, key: string): string =>
  names[groupOf(key)] ?? groupOf(key)

const order = Object.keys(settingTexts.en.groups)

const inGroups = (rows: readonly Setting[]): readonly Setting[] =>
  rows.toSorted((one, other) => order.indexOf(groupOf(one.key)) - order.indexOf(groupOf(other.key)))

/** What a setting does, and the key by which documents and the API name it. */
function Meaning({ of }: Readonly<{ of: string }>) {
  const meanings: Readonly<Record<string, string>> = useTexts(settingTexts).meanings
  return (
    <>
      {meanings[of]}
      <br />
      <CodeName name={of} />
    </>
  )
}

function Bounds({ setting: { kind, minimum, maximum } }: Readonly<{ setting: Setting }>) {
  const t = useTexts(serviceTexts)
  const shown = (bound: string) => <SettingValue kind={kind} value={bound} />
  return (
    <>
      {minimum !== null && (
        <>
          {t.from} {shown(minimum)}{' '}
        </>
      )}
      {maximum !== null && (
        <>
          {t.upTo} {shown(maximum)}
        </>
      )}
    </>
  )
}

/** The unit of what is typed; shares are typed in parts per million, as the API takes them. */
function inputUnit(units: Readonly<Record<string, string>>, kind: string): string | undefined {
  return kind === 'ppm' ? kind : units[kind]
}

function EditSetting({ setting }: Readonly<{ setting: Setting }>) {
  const t = useTexts(serviceTexts)
  const words = useTexts(shared)
  const { units } = useTexts(settingTexts)
  const openProposal = useOpenProposal()
  const { key, value, kind, guarded } = setting
  const send = async ({ value: next = '', ...values }: Values, version: string) => {
    const saved = await operators.put('/operator/api/settings/{key}', {
      params: { path: { key } },
      body: { value: next, version, ...statedIn(values) },
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
        <Meaning of={key} />
      </p>
      {guarded && <p>{t.proposeHint}</p>}
      {kind === 'flag' ? (
        <YesNo name="value" label={t.value} value={value === 'true'} />
      ) : kind === 'rupiah' ? (
        <AmountField
          name="value"
          label={t.value}
          hint={<Bounds setting={setting} />}
          unit="IDR"
          value={value}
          required
        />
      ) : (
        <Field
          name="value"
          label={t.value}
          hint={<Bounds setting={setting} />}
          unit={inputUnit(units, kind)}
          defaultValue={value}
          required
        />
      )}
      {guarded && <ProposalFields />}
    </Action>
  )
}
