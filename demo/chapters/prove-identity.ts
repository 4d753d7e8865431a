import { Broken } from '../broken.ts'
import { facePicture, newCard } from '../pictures.ts'
import { type Chapter, type Play, until } from '../play.ts'

/** From an identity card and two pictures of a face to a trader who may trade and withdraw. */
export const proveIdentity: Chapter = { title: 'Prove an identity', run }

async function run(play: Play): Promise<void> {
  const { stage, cast } = play
  const { id, email, client } = cast.trader.get()
  const ktp = newCard()
  const applicant = { userId: id.toString(), nationality: 'ID' }
  await stage.step(
    'Photograph the identity card',
    async () => {
      const { read } = await client.post('/api/idp/ocr', {
        body: { ...applicant, ktp_image: ktp },
      })
      const [name, number] = [read['nama']?.value, read['nik']?.value]
      if (name == null || number == null) throw new Broken('The card could not be read.')
      cast.cardName.is(name)
      return { name, number }
    },
    ({ name, number }) => `The card is read: ${name}, number …${number.slice(-4)}`,
  )
  await stage.step('Show the face twice, and be registered', () => {
    const faces = { face1: facePicture(1), face2: facePicture(2), selfie: facePicture(3) }
    const body = { ...applicant, ...faces, phone: '081234567890', email, ktp }
    return client.post('/api/idp/liveness-register', { body })
  })
  await stage.step(
    'The identity is verified',
    () =>
      until('the identity to be verified', async () => {
        const { identityStatus } = await client.get('/api/users/me')
        if (identityStatus === 'failed') throw new Broken('The identity was not verified.')
        return identityStatus === 'success' ? identityStatus : null
      }),
    (status) => `The identity status is ${status}: orders and withdrawals are open`,
  )
}
