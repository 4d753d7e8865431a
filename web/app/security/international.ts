export type Phone = Readonly<{ phone: string; countryCode: string; dialCode: string }>

/** How the service addresses a number: `+62812…` for `0812…`, `62812…` and `+62 812…`. */
export function internationalOf({ phone, dialCode }: Phone): string {
  const digits = phone.replaceAll(/[^0-9]/g, '')
  const isWhole = phone.trim().startsWith('+') || (dialCode === '62' && digits.startsWith('62'))
  return isWhole ? `+${digits}` : `+${dialCode}${digits.replace(/^0/, '')}`
}
