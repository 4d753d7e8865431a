import { z } from 'zod'
import { Broken } from '../broken.ts'
import { facePicture, formOf, newCard } from '../pictures.ts'
import { type Chapter, type Play, until } from '../play.ts'

const Done = z.object({ result: z.literal(true) })
const Read = z.object({ value: z.string() })
const Card = z.object({
  data: z.object({ read: z.object({ nama: Read, nik: Read }), image_ocr_url: z.url() }),
})
const Me = z.object({ data: z.object({ identityStatus: z.string() }) })

/** From an identity card and two pictures of a face to a trader who may trade and withdraw. */
export const proveIdentity: Chapter = { title: 'Who is it?', run }

async function run(play: Play): Promise<void> {
  const { stage, tukar, cast } = play
  const { id, email, token } = cast.trader.get()
  const ktp = newCard()
  const applicant = { userId: id.toString(), nationality: 'ID' }
  await stage.step(
    'Photograph the identity card',
    async () => {
      const form = formOf({ ...applicant, ktp_image: ktp })
      const card = (await tukar.call('POST', '/api/idp/ocr', Card, { token, form })).data
      cast.cardName.is(card.read.nama.value)
      return card
    },
    ({ read }) => `The card is read: ${read.nama.value}, number …${read.nik.value.slice(-4)}`,
  )
  await stage.step('Show the face twice, and be registered', () => {
    const faces = { face1: facePicture(1), face2: facePicture(2), selfie: facePicture(3) }
    const form = formOf({
      ...applicant,
      ...faces,
      phone: '081234567890',
      email,
      ktp,
    })
    return tukar.call('POST', '/api/idp/liveness-register', Done, { token, form })
  })
  await stage.step(
    'The identity is verified',
    () =>
      until('the identity to be verified', async () => {
        const { identityStatus } = (await tukar.call('GET', '/api/users/me', Me, { token })).data
        if (identityStatus === 'failed') throw new Broken('The identity was not verified.')
        return identityStatus === 'success' ? identityStatus : null
      }),
    (status) => `The identity status is ${status}: orders and withdrawals are open`,
  )
}
