import type { components } from '@tukar/client/operator'
import { ShortId } from '../../../ui/copy-text.tsx'
import { Field, Select, type Values } from '../../../ui/form.tsx'
import { useLanguage, useTexts } from '../../../ui/language.tsx'
import { Action } from '../../action.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { operators } from '../../session.ts'
import { Image, ImageField } from '../image-field.tsx'
import { Activity, BothFields, bothIn, EditAndDelete, integerIn, PositionField } from '../parts.tsx'
import { shared } from '../texts.ts'
import { newsTexts } from './texts.ts'

type Banner = components['schemas']['StoredBanner']

const path = '/operator/api/banners'

export function Banners() {
  const t = useTexts(newsTexts)
  const words = useTexts(shared)
  const language = useLanguage()
  return (
    <>
      <div>
        <Action
          title={words.create}
          role="support"
          run={(values) => operators.post(path, { body: bannerIn(values) })}
        >
          <BannerFields />
        </Action>
      </div>
      <ListPage
        label={t.banners}
        path={path}
        keyOf={({ id }) => id}
        fixed={{ sort: 'asc' }}
        exportedBy="support"
        filters={[
          {
            name: 'status',
            label: words.status,
            kind: 'choice',
            choices: [
              { value: 'ACTIVE', label: words.active },
              { value: 'INACTIVE', label: words.inactive },
            ],
          },
        ]}
        columns={[
          { key: 'title', title: t.title, cell: ({ title }) => title[language] },
          {
            key: 'status',
            title: words.status,
            cell: ({ status }) => <Activity active={status === 'ACTIVE'} />,
          },
          {
            key: 'position',
            title: words.position,
            cell: ({ position }) => position,
            numeric: true,
          },
          { key: 'image', title: words.image, cell: ({ image }) => <Image image={image} /> },
          {
            key: 'link',
            title: t.link,
            cell: ({ link }) => (link === null ? null : <ShortId id={link} chars={20} />),
          },
        ]}
        actions={(banner) => <BannerActions banner={banner} />}
      />
    </>
  )
}

function BannerActions({ banner }: Readonly<{ banner: Banner }>) {
  const params = { path: { id: banner.id } }
  return (
    <EditAndDelete
      version={banner.version}
      save={(values, version) =>
        operators.put(`${path}/{id}`, { params, body: { ...bannerIn(values), version } })
      }
      remove={() => operators.delete(`${path}/{id}`, { params })}
    >
      <BannerFields banner={banner} />
    </EditAndDelete>
  )
}

function bannerIn(values: Values) {
  const { image = '', link = '', status } = values
  return {
    title: bothIn(values, 'title'),
    image,
    ...(link === '' ? {} : { link }),
    status: status === 'ACTIVE' ? ('ACTIVE' as const) : ('INACTIVE' as const),
    position: integerIn(values, 'position'),
  }
}

function BannerFields({ banner }: Readonly<{ banner?: Banner }>) {
  const t = useTexts(newsTexts)
  const words = useTexts(shared)
  return (
    <>
      <BothFields name="title" label={t.title} value={banner?.title} maxLength={200} />
      <ImageField value={banner?.image} required />
      <Field
        name="link"
        label={t.link}
        hint={t.linkHint}
        type="url"
        defaultValue={banner?.link ?? ''}
      />
      <Select
        name="status"
        label={words.status}
        choices={[
          { value: 'INACTIVE', label: words.inactive },
          { value: 'ACTIVE', label: words.active },
        ]}
        defaultValue={banner?.status ?? 'INACTIVE'}
      />
      <PositionField value={banner?.position} />
    </>
  )
}
