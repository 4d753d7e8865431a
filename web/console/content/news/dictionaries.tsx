import type { components } from '@tukar/client/operator'
import { Field, Select, type Values } from '../../../ui/form.tsx'
import { useLanguage, useTexts } from '../../../ui/language.tsx'
import { Action } from '../../action.tsx'
import { useAddress } from '../../address.ts'
import { ListPage } from '../../list/list-page.tsx'
import { operators } from '../../session.ts'
import { BothFields, bothIn, EditAndDelete, integerIn, PositionField, YesNo } from '../parts.tsx'
import { shared } from '../texts.ts'
import { newsTexts } from './texts.ts'

type Entry = components['schemas']['StoredDictionaryEntry']

const path = '/operator/api/dictionaries'

const types = [
  'language',
  'currency',
  'occupation',
  'source_of_funds',
  'purpose',
  'gender',
  'marital_status',
  'religion',
] as const

const typeOf = (text: string | undefined) => types.find((type) => type === text)

function useTypeChoices() {
  const t = useTexts(newsTexts)
  return types.map((value) => ({ value, label: t.types[value] }))
}

export function Dictionaries() {
  const t = useTexts(newsTexts)
  const words = useTexts(shared)
  const language = useLanguage()
  const { values: address } = useAddress()
  const choices = useTypeChoices()
  return (
    <>
      <div>
        <Action
          title={words.create}
          role="support"
          run={(values) => operators.post(path, { body: entryIn(values) })}
        >
          <EntryFields type={typeOf(address['type'])} />
        </Action>
      </div>
      <ListPage
        label={t.dictionaries}
        path={path}
        keyOf={({ id }) => id}
        fixed={{ sort: 'asc' }}
        exportedBy="support"
        filters={[{ name: 'type', label: t.dictionary, kind: 'choice', choices }]}
        columns={[
          {
            key: 'label',
            title: t.label,
            cell: ({ label }) => label[language],
            sortBy: ({ label }) => label[language],
          },
          {
            key: 'type',
            title: t.dictionary,
            cell: ({ type }) => choices.find(({ value }) => value === type)?.label ?? type,
          },
          { key: 'value', title: t.value, cell: ({ value }) => <code>{value}</code> },
          {
            key: 'position',
            title: words.position,
            cell: ({ position }) => position,
            numeric: true,
          },
        ]}
        actions={(entry) => <EntryActions entry={entry} />}
      />
    </>
  )
}

function EntryActions({ entry }: Readonly<{ entry: Entry }>) {
  const params = { path: { id: entry.id } }
  return (
    <EditAndDelete
      version={entry.version}
      save={(values, version) =>
        operators.put(`${path}/{id}`, { params, body: { ...entryIn(values), version } })
      }
      remove={() => operators.delete(`${path}/{id}`, { params })}
    >
      <EntryFields type={typeOf(entry.type)} entry={entry} />
    </EditAndDelete>
  )
}

const entryIn = (values: Values) => ({
  type: typeOf(values['type']) ?? types[0],
  value: values['value'] ?? '',
  label: bothIn(values, 'label'),
  isChinese: values['isChinese'] === 'true',
  position: integerIn(values, 'position'),
})

type FieldsProps = Readonly<{ type: (typeof types)[number] | undefined; entry?: Entry }>

function EntryFields({ type = types[0], entry }: FieldsProps) {
  const t = useTexts(newsTexts)
  return (
    <>
      <Select name="type" label={t.dictionary} choices={useTypeChoices()} defaultValue={type} />
      <Field name="value" label={t.value} maxLength={100} defaultValue={entry?.value} required />
      <BothFields name="label" label={t.label} value={entry?.label} maxLength={200} />
      <YesNo name="isChinese" label={t.chinese} value={entry?.isChinese ?? false} />
      <PositionField value={entry?.position} />
    </>
  )
}
