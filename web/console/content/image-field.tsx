import { type ChangeEvent, useEffect, useState } from 'react'
import { ShortId } from '../../ui/copy-text.tsx'
import { useFailureText } from '../../ui/failure-text.ts'
import { Field } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Notice } from '../../ui/status.tsx'
import { operators } from '../session.ts'
import { shared } from './texts.ts'

type ImageFieldProps = Readonly<{ value?: string | undefined; required?: boolean }>

/** A picture as an https address or as an upload, with its preview. */
export function ImageField({ value = '', required = false }: ImageFieldProps) {
  const t = useTexts(shared)
  const failureText = useFailureText()
  const [image, setImage] = useState(value)
  const [preview, setPreview] = useState(sourceOf(value))
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => () => URL.revokeObjectURL(preview), [preview])

  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file === undefined) return
    setFailure(null)
    try {
      const { name } = await operators.post('/operator/api/pictures', { body: { image: file } })
      setImage(name)
      setPreview(URL.createObjectURL(file))
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      target.value = ''
    }
  }
  return (
    <>
      <Field
        name="image"
        label={t.image}
        hint={t.imageHint}
        value={image}
        onChange={({ target }) => {
          setImage(target.value)
          setPreview(sourceOf(target.value))
        }}
        required={required}
      />
      <label className="field">
        {t.upload}
        <input type="file" accept="image/jpeg,image/png" onChange={(event) => void upload(event)} />
      </label>
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      {preview !== '' && <img className="preview" src={preview} alt={t.preview} />}
    </>
  )
}

/** A stored picture, small; or its address, if it is of another host. */
export function Image({ image }: Readonly<{ image: string }>) {
  const source = sourceOf(image)
  if (source === '') return <ShortId id={image} chars={20} />
  return <img className="thumbnail" src={source} alt="" />
}

/** The address of a preview; empty for addresses of other hosts, which the page does not load. */
function sourceOf(image: string): string {
  if (/^[0-9a-f]{32}$/.test(image)) return `/api/pictures/${image}`
  return image.startsWith('data:image/') ? image : ''
}
