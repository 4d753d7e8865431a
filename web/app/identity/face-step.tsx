import { useQueryClient } from '@tanstack/react-query'
import type { components } from '@tukar/client'
import { useState } from 'react'
import { Field, Form, type Values } from '../../ui/form.tsx'
import { useTexts } from '../../ui/language.tsx'
import { useToast } from '../../ui/toast.tsx'
import { identityTexts } from '../texts/identity.ts'
import { useTukar } from '../tukar.tsx'
import { Picture, UploadProgress } from './picture-view.tsx'
import { TakePicture } from './take-picture.tsx'

type FaceProps = Readonly<{
  me: components['schemas']['User']
  card: Blob
  onAgain: () => void
}>

/** Sends two frames of the face with the card; the result is in the user's profile. */
export function FaceStep({ me, card, onAgain }: FaceProps) {
  const t = useTexts(identityTexts)
  const { tukar } = useTukar()
  const queries = useQueryClient()
  const toast = useToast()
  const [faces, setFaces] = useState<readonly [Blob, Blob] | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const send = async ({ phone = '' }: Values) => {
    if (faces === null) return
    const [face1, face2] = faces
    const { id: userId, email } = me
    const body = { userId, email, phone, nationality: 'ID' }
    const pictures = { face1, face2, selfie: face1, ktp: card }
    setSent(0)
    try {
      const sending = { body: { ...body, ...pictures }, onProgress: setSent }
      await tukar.upload('/api/idp/liveness-register', sending)
      toast(t.sent)
      await queries.invalidateQueries({ queryKey: ['me'] })
      onAgain()
    } finally {
      setSent(null)
    }
  }
  return (
    <div className="card">
      <p>{t.faceHint}</p>
      {faces !== null && <Picture picture={faces[0]} label={t.faceStep} />}
      {sent === null && (
        <TakePicture key={faces === null ? 'first' : 'again'} camera="user" onPictures={setFaces} />
      )}
      {faces !== null && (
        <Form submit={t.send} onSubmit={send}>
          <Field
            name="phone"
            label={t.phone}
            type="tel"
            defaultValue={me.phone ?? ''}
            autoComplete="tel"
            required
          />
          {sent !== null && <UploadProgress sent={sent} after={t.comparing} />}
        </Form>
      )}
      <button type="button" onClick={onAgain}>
        {t.otherCard}
      </button>
    </div>
  )
}
