import { createTukar } from '@tukar/client'

const { TUKAR_URL: url = 'http://127.0.0.1:3000', TUKAR_API_KEY, TUKAR_SECRET_KEY } = process.env
if (TUKAR_API_KEY === undefined || TUKAR_SECRET_KEY === undefined) {
  throw new Error('Set TUKAR_API_KEY and TUKAR_SECRET_KEY to the pair that you were shown.')
}

/** A program with the key that the environment names. */
export const tukar = createTukar({
  url,
  apiKey: { apiKey: TUKAR_API_KEY, secretKey: TUKAR_SECRET_KEY },
})
