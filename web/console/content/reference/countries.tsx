import { useLanguage, useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { useRead } from '../../desk.tsx'
import { operators } from '../../session.ts'
import { Activity, WholeList } from '../parts.tsx'
import { shared } from '../texts.ts'
import { SwitchAction } from './switch-action.tsx'
import { referenceTexts } from './texts.ts'

export function Countries() {
  const t = useTexts(referenceTexts)
  const words = useTexts(shared)
  const language = useLanguage()
  const countries = useRead(['countries'], (client) => client.get('/operator/api/countries'))
  return (
    <Loaded query={countries}>
      {(rows) => (
        <WholeList
          label={t.countries}
          rows={rows}
          keyOf={({ iso2 }) => iso2}
          textOf={({ iso2, iso3, name }) => `${iso2} ${iso3} ${name.id} ${name.en}`}
          columns={[
            { key: 'country', title: t.country, cell: ({ name }) => name[language] },
            {
              key: 'code',
              title: t.code,
              cell: ({ iso2, iso3 }) => (
                <code>
                  {iso2} {iso3}
                </code>
              ),
            },
            {
              key: 'dial',
              title: t.dialCode,
              cell: ({ dialCode }) => (dialCode === null ? null : `+${dialCode}`),
            },
            {
              key: 'status',
              title: words.status,
              cell: ({ active }) => <Activity active={active} />,
            },
            {
              key: 'actions',
              title: '',
              numeric: true,
              cell: ({ iso2, name, active, version }) => (
                <SwitchAction
                  name={name[language]}
                  active={active}
                  role="support"
                  version={version}
                  run={(on, _values, read) =>
                    operators.put('/operator/api/countries/{iso2}', {
                      params: { path: { iso2 } },
                      body: { active: on, version: read },
                    })
                  }
                />
              ),
            },
          ]}
        />
      )}
    </Loaded>
  )
}
