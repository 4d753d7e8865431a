import type { Language } from './decimal.ts'
import { Refusal } from './refusal.ts'
import { refusalTexts } from './refusal-texts.ts'

/** Returns what to show a person about a failed call. */
export function textOf(error: unknown, language: Language): string {
  if (!(error instanceof Refusal)) return connectionTexts[language]
  return refusalTexts[error.key === 'unknown' ? 'api.server_error' : error.key][language]
}

const connectionTexts = {
  en: 'The connection failed. Please check your network and try again.',
  id: 'Koneksi gagal. Periksa jaringan Anda dan coba lagi.',
} as const
