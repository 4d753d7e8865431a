import type { components } from '@tukar/client/operator'
import { Field, type Values } from '../../../ui/form.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Action } from '../../action.tsx'
import { operators } from '../../session.ts'
import {
  BothFields,
  bothIn,
  EditAndDelete,
  integerIn,
  PositionField,
  WholeList,
} from '../parts.tsx'
import { shared } from '../texts.ts'
import { useCategories } from './news-list.tsx'
import { newsTexts } from './texts.ts'

type Category = components['schemas']['StoredNewsCategory']

const path = '/operator/api/news-categories'

export function NewsCategories() {
  const t = useTexts(newsTexts)
  const words = useTexts(shared)
  return (
    <Loaded query={useCategories()}>
      {(rows) => (
        <WholeList
          label={t.categories}
          rows={rows}
          keyOf={({ id }) => id}
          textOf={({ slug, name }) => `${slug} ${name.id} ${name.en}`}
          columns={[
            { key: 'id', title: words.languages.id, cell: ({ name }) => name.id },
            { key: 'en', title: words.languages.en, cell: ({ name }) => name.en },
            { key: 'slug', title: t.slug, cell: ({ slug }) => <code>{slug}</code> },
            {
              key: 'position',
              title: words.position,
              cell: ({ position }) => position,
              numeric: true,
            },
            {
              key: 'actions',
              title: '',
              cell: (category) => <CategoryActions category={category} />,
              numeric: true,
            },
          ]}
        >
          <Action
            title={words.create}
            role="support"
            run={(values) => operators.post(path, { body: categoryIn(values) })}
          >
            <CategoryFields />
          </Action>
        </WholeList>
      )}
    </Loaded>
  )
}

function CategoryActions({ category }: Readonly<{ category: Category }>) {
  const params = { path: { id: category.id } }
  return (
    <EditAndDelete
      version={category.version}
      save={(values, version) =>
        operators.put(`${path}/{id}`, { params, body: { ...categoryIn(values), version } })
      }
      remove={() => operators.delete(`${path}/{id}`, { params })}
    >
      <CategoryFields category={category} />
    </EditAndDelete>
  )
}

const categoryIn = (values: Values) => ({
  slug: values['slug'] ?? '',
  name: bothIn(values, 'name'),
  position: integerIn(values, 'position'),
})

function CategoryFields({ category }: Readonly<{ category?: Category }>) {
  const t = useTexts(newsTexts)
  const words = useTexts(shared)
  return (
    <>
      <BothFields name="name" label={words.name} value={category?.name} maxLength={100} />
      <Field
        name="slug"
        label={t.slug}
        hint={t.slugHint}
        pattern="[a-z0-9]+(-[a-z0-9]+)*"
        maxLength={100}
        defaultValue={category?.slug}
        required
      />
      <PositionField value={category?.position} />
    </>
  )
}
