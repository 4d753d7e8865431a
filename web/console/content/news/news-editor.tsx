import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Field, Form, Select, type Values } from '../../../ui/form.tsx'
import { useLanguage, useTexts } from '../../../ui/language.tsx'
import { Markup } from '../../../ui/markup.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Time } from '../../../ui/time.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { Action } from '../../action.tsx'
import { useOperator } from '../../desk.tsx'
import { Section } from '../../facts.tsx'
import { instantOf } from '../../list/filter-form.tsx'
import { mayActAs } from '../../roles.ts'
import { operators } from '../../session.ts'
import { ImageField } from '../image-field.tsx'
import { type Both, BothFields, bothIn, integerIn } from '../parts.tsx'
import { shared } from '../texts.ts'
import { type News, NewsState, useCategoryChoices } from './news-list.tsx'
import { newsTexts } from './texts.ts'

type Draft = Readonly<{ title: Both; summary: Both; body: Both }>

const nothing: Draft = {
  title: { id: '', en: '' },
  summary: { id: '', en: '' },
  body: { id: '', en: '' },
}

/** Writes a news item in both languages, beside what readers will see. */
export function NewsEditor({ item }: Readonly<{ item: News | null }>) {
  const [draft, setDraft] = useState<Draft>(item ?? nothing)
  const { role } = useOperator()
  return (
    <div className="editor">
      {mayActAs(role, 'support') && <Editor item={item} onDraft={setDraft} />}
      <div className="stack">
        {item !== null && <Publication item={item} />}
        <Preview draft={draft} />
      </div>
    </div>
  )
}

type EditorProps = Readonly<{ item: News | null; onDraft: (draft: Draft) => void }>

function Editor({ item, onDraft }: EditorProps) {
  const t = useTexts(newsTexts)
  const toast = useToast()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [round, setRound] = useState(0)
  const reload = async () => {
    await queries.invalidateQueries({ queryKey: ['news'] })
    setRound(round + 1)
  }
  const save = async (values: Values, version: string) => {
    const body = newsIn(values)
    const saved =
      item === null
        ? await operators.post('/operator/api/news', { body })
        : await operators.put('/operator/api/news/{id}', {
            params: { path: { id: item.id } },
            body: { ...body, version },
          })
    await reload()
    toast(t.saved)
    navigate(`/news/${saved.id}`)
  }
  return (
    <Section title={item === null ? t.newItem : t.item}>
      <div
        onInput={({ currentTarget }) => {
          const form = currentTarget.querySelector('form')
          if (form !== null) onDraft(draftIn(form))
        }}
      >
        <Form
          key={round}
          submit={t.save}
          version={item?.version}
          onSubmit={save}
          onReload={() => void reload()}
        >
          <NewsFields item={item} />
        </Form>
      </div>
    </Section>
  )
}

function NewsFields({ item }: Readonly<{ item: News | null }>) {
  const t = useTexts(newsTexts)
  const categories = useCategoryChoices()
  return (
    <>
      <BothFields name="title" label={t.title} value={item?.title} maxLength={200} />
      <BothFields name="summary" label={t.summary} value={item?.summary} maxLength={500} rows={3} />
      <BothFields name="body" label={t.body} value={item?.body} maxLength={50_000} rows={14} />
      <Field
        name="slug"
        label={t.slug}
        hint={t.slugHint}
        pattern="[a-z0-9]+(-[a-z0-9]+)*"
        maxLength={200}
        defaultValue={item?.slug}
        required
      />
      <Select
        key={categories.length}
        name="categoryId"
        label={t.category}
        choices={categories}
        defaultValue={`${item?.categoryId ?? ''}`}
      />
      <Field
        name="tags"
        label={t.tags}
        hint={t.tagsHint}
        defaultValue={item?.tags.join(', ') ?? ''}
      />
      <ImageField value={item?.image ?? ''} />
    </>
  )
}

function newsIn(values: Values) {
  const { slug = '', tags = '', image = '' } = values
  return {
    slug,
    categoryId: integerIn(values, 'categoryId'),
    title: bothIn(values, 'title'),
    summary: bothIn(values, 'summary'),
    body: bothIn(values, 'body'),
    tags: tags.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()])),
    ...(image === '' ? {} : { image }),
  }
}

function draftIn(form: HTMLFormElement): Draft {
  const sent = new FormData(form)
  const both = (name: string) => ({
    id: `${sent.get(`${name}.id`) ?? ''}`,
    en: `${sent.get(`${name}.en`) ?? ''}`,
  })
  return { title: both('title'), summary: both('summary'), body: both('body') }
}

function Preview({ draft }: Readonly<{ draft: Draft }>) {
  const t = useTexts(newsTexts)
  const words = useTexts(shared)
  const [language, setLanguage] = useState(useLanguage())
  const tabs = (['id', 'en'] as const).map((key) => ({ key, title: words.languages[key] }))
  return (
    <Section
      title={t.preview}
      actions={<Tabs label={t.preview} tabs={tabs} value={language} onChange={setLanguage} />}
    >
      <p className="hint">{t.previewHint}</p>
      <article className="stack" lang={language} aria-label={t.preview}>
        {draft.title[language] !== '' && <h3>{draft.title[language]}</h3>}
        <p className="quiet">{draft.summary[language]}</p>
        <Markup html={draft.body[language]} />
      </article>
    </Section>
  )
}

function Publication({ item }: Readonly<{ item: News }>) {
  const t = useTexts(newsTexts)
  const words = useTexts(shared)
  const [, navigate] = useLocation()
  const params = { path: { id: item.id } }
  const publish = (body: Readonly<{ from?: string }>) =>
    operators.post('/operator/api/news/{id}/publish', { params, body })
  return (
    <Section title={words.status} actions={<NewsState item={item} />}>
      {item.publishedAt !== null && (
        <p>
          {t.published}: <Time at={item.publishedAt} />
        </p>
      )}
      <div className="row">
        {item.status === 'DRAFT' ? (
          <>
            <Action title={t.publish} role="support" run={() => publish({})}>
              <p>{t.publishHint}</p>
            </Action>
            <Action
              title={t.schedule}
              role="support"
              run={({ from = '' }) => publish({ from: instantOf(from) })}
            >
              <Field name="from" label={t.from} type="datetime-local" required />
            </Action>
          </>
        ) : (
          <Action
            title={t.unpublish}
            role="support"
            tone="danger"
            run={() => operators.post('/operator/api/news/{id}/unpublish', { params })}
          >
            <p>{t.unpublishHint}</p>
          </Action>
        )}
        <Action
          title={words.remove}
          role="support"
          tone="danger"
          run={() => operators.delete('/operator/api/news/{id}', { params })}
          onDone={() => navigate('/news')}
        >
          <p>{words.cannotUndo}</p>
        </Action>
      </div>
    </Section>
  )
}
