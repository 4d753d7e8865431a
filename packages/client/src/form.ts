/** A file of React Native, which its `FormData` reads from the device. */
const isFile = (value: unknown): boolean =>
  (typeof Blob !== 'undefined' && value instanceof Blob) ||
  (typeof value === 'object' && value !== null && 'uri' in value)

/** Serializes a body: as a form if it has a file, else as JSON. */
export function bodyOf(body: unknown): FormData | string {
  if (body instanceof FormData) return body
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return fields.some(([, value]) => isFile(value)) ? formOf(fields) : JSON.stringify(body)
}

function formOf(fields: readonly [string, unknown][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) {
    if (!isGiven(value)) continue
    // The types of `append` do not know the files of React Native.
    const field = isFile(value) ? value : typeof value === 'object' ? JSON.stringify(value) : value
    Reflect.apply(form.append, form, [name, field])
  }
  return form
}

/** Serializes a query; the service reads a list from names that end with brackets. */
export function queryOf(query: object): string {
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return isGiven(value) ? [pair(name, value)] : []
    const bracketed = name.endsWith('[]') ? name : `${name}[]`
    return value.map((item) => pair(bracketed, item))
  })
  return parts.join('&')
}

const pair = (name: string, value: unknown): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`

const isGiven = (value: unknown): boolean => value !== undefined && value !== null
