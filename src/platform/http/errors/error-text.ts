import { z } from 'zod'

/** The explanation of a refusal: for app developers, and as text to show to users. */
export const ErrorText = z.strictObject({
  /** Why the service refuses. */
  cause: z.string(),
  /** The action an app should take. */
  action: z.string(),
  /** The text for users, in English. */
  en: z.string(),
  /** The text for users, in Indonesian. */
  id: z.string(),
})

export type ErrorText = z.output<typeof ErrorText>

/** The refusals of one part of the API, by key. */
export const ErrorTexts = z.record(z.string(), ErrorText)

export type ErrorTexts = Readonly<z.output<typeof ErrorTexts>>
