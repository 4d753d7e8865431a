import { type Language, Refusal } from '@tukar/client'
import { createContext, use, useSyncExternalStore } from 'react'
import { inIndonesian } from './field-sentences.ts'
import { useLanguage, useTexts } from './language.tsx'
import { uiWords } from './words.ts'

/** Puts a failed call into words. */
export type FailureText = (error: unknown, language: Language) => string

/** The words of failures, which are loaded after the page: it rarely needs them at once. */
export type FailureWords = Readonly<{
  subscribe: (listener: () => void) => () => void
  read: () => FailureText | null
}>

export function failureWords(load: () => Promise<FailureText>): FailureWords {
  let text: FailureText | null = null
  let isLoading = false
  const listeners = new Set<() => void>()
  const begin = async (): Promise<void> => {
    if (isLoading || text !== null) return
    isLoading = true
    text = await load().catch(() => null)
    isLoading = false
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      void begin()
      return () => listeners.delete(listener)
    },
    read: () => text,
  }
}

/** Pages of another API provide other words. */
export const FailureTexts = createContext(
  failureWords(async () => (await import('@tukar/client/texts')).textOf),
)

/** A refusal of a field's value: its message is a sentence about the field. */
export const isAboutField = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.key === 'api.validation_failed'

/** Returns a function that puts the service's sentence about a field in the page's language. */
export function useFieldText(): (sentence: string) => string {
  const language = useLanguage()
  return (sentence) => (language === 'id' ? inIndonesian(sentence) : sentence)
}

/** Returns a function that says why a call failed, in the language of the page where it can. */
export function useFailureText(): (error: unknown) => string {
  const words = use(FailureTexts)
  const language = useLanguage()
  const { noConnection } = useTexts(uiWords)
  const text = useSyncExternalStore(words.subscribe, words.read)
  return (error) => {
    if (isAboutField(error) && language === 'en') return error.message
    if (text !== null) {
      // Only the service's English sentence says what is wrong.
      const sentence = isAboutField(error) ? ` (${error.message})` : ''
      return `${text(error, language)}${sentence}`
    }
    return error instanceof Refusal ? error.message : noConnection
  }
}
