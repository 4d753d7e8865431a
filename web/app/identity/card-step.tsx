import type { components } from '@tukar/client'
import { useState } from 'react'
import { useTexts } from '../../ui/language.tsx'
import { Failure } from '../../ui/states.tsx'
import { identityTexts } from '../texts/identity.ts'
import { useTukar } from '../tukar.tsx'
import { Picture, UploadProgress } from './picture-view.tsx'
import { TakePicture } from './take-picture.tsx'

type CardProps = Readonly<{
  me: components['schemas']['User']
  /** Called with the picture of a card whose fields the user has confirmed. */
  onRead: (card: Blob) => void
}>

type Fields = Readonly<Record<string, components['schemas']['ReadField']>>

/** Has the card read, and asks whether it was read right. */
export function CardStep({ me, onRead }: CardProps) {
  const t = useTexts(identityTexts)
  const { tukar } = useTukar()
  const [card, setCard] = useState<Blob | null>(null)
  const [fields, setFields] = useState<Fields | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const read = async (picture: Blob) => {
    setCard(picture)
    setFields(null)
    setFailure(null)
    setSent(0)
    try {
      const body = { userId: me.id, nationality: 'ID', ktp_image: picture }
      const answer = await tukar.upload('/api/idp/ocr', { body, onProgress: setSent })
      setFields(answer.read)
    } catch (error) {
      setFailure(error)
    } finally {
      setSent(null)
    }
  }
  return (
    <div className="card">
      <p>{t.cardHint}</p>
      {card !== null && <Picture picture={card} label={t.cardStep} />}
      {sent !== null && <UploadProgress sent={sent} after={t.reading} />}
      {failure !== null && <Failure error={failure} />}
      {card !== null && fields !== null && (
        <Confirmation fields={fields} onConfirm={() => onRead(card)} />
      )}
      {sent === null && (
        <TakePicture
          key={card === null ? 'first' : 'again'}
          camera="environment"
          onPictures={([picture]) => void read(picture)}
        />
      )}
    </div>
  )
}

const shown = ['nik', 'nama', 'tempatLahir', 'tanggalLahir', 'alamat', 'kotaKabupaten'] as const

type ConfirmationProps = Readonly<{ fields: Fields; onConfirm: () => void }>

function Confirmation({ fields, onConfirm }: ConfirmationProps) {
  const t = useTexts(identityTexts)
  return (
    <>
      <h2>{t.isThisYou}</h2>
      <dl className="facts">
        {shown.map((name) => (
          <div key={name} className="fact">
            <dt>{t.fields[name]}</dt>
            <dd>{fields[name]?.value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="primary" onClick={onConfirm}>
        {t.thisIsMe}
      </button>
      <p className="hint">{t.orAgain}</p>
    </>
  )
}
